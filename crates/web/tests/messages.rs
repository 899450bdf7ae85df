//! Every sentence of an argument has its message in every language of the page.

#[test]
fn no_sentence_is_without_a_message() {
    for (language, messages) in [
        ("en", include_str!("../../view/messages/page.en.ftl")),
        ("zh", include_str!("../../view/messages/page.zh.ftl")),
    ] {
        for (key, _) in grundy::view::why::TEXTS {
            assert!(messages.lines().any(|line| line.starts_with(&format!("{key} ="))), "{language}: {key}");
        }
    }
}
