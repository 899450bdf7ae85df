//! Every sentence of an argument has its message in every language of the page.

#[test]
fn no_sentence_is_without_a_message() {
    for (language, messages) in [("en", include_str!("../messages/en.ftl")), ("zh", include_str!("../messages/zh.ftl"))]
    {
        for key in grundy::view::why::KEYS {
            assert!(messages.lines().any(|line| line.starts_with(&format!("{key} ="))), "{language}: {key}");
        }
    }
}
