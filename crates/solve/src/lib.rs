//! Game + Question -> Solution
