//! The cases every engine is measured on, and the tidiness of the tree
