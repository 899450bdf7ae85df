//! Every sentence of an argument has its message in every language of the page.

#[test]
fn no_sentence_is_without_a_message() {
    let source = include_str!("../../view/src/why.rs").split("#[cfg(test)]").next().unwrap();
    let keys: Vec<&str> = source.split('"').filter(|text| text.starts_with("why-")).collect();
    assert!(keys.len() > 50, "only {} keys were found", keys.len());
    for (language, messages) in [
        ("en", include_str!("../../view/messages/page.en.ftl")),
        ("zh", include_str!("../../view/messages/page.zh.ftl")),
    ] {
        for key in &keys {
            assert!(messages.lines().any(|line| line.starts_with(&format!("{key} ="))), "{language}: {key}");
        }
    }
}
