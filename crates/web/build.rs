//! Builds the crate anew when the page has changed: its files have new names then, which nothing else would notice.

fn main() {
    println!("cargo:rerun-if-changed=page");
    println!("cargo:rerun-if-changed=openapi.json");
}
