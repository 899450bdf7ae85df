//! The things that were used last: solvers kept for the next question about the same game.

/// At most a given number of things, most recently used first.
pub struct Recent<T> {
    kept: Vec<T>,
    max: usize,
}

impl<T> Recent<T> {
    /// Creates an empty cache of at most `max` things; at least one is kept.
    pub fn new(max: usize) -> Recent<T> {
        Recent { kept: Vec::new(), max: max.max(1) }
    }

    /// Returns the first thing that `is_it` accepts, or else the one that `make` makes. It is the latest now.
    ///
    /// # Errors
    /// Fails if `make` fails; then nothing is dropped.
    pub fn get_or_make<E>(
        &mut self,
        is_it: impl FnMut(&T) -> bool,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<&mut T, E> {
        match self.kept.iter().position(is_it) {
            Some(index) => self.kept[..=index].rotate_right(1),
            None => {
                let made = make()?;
                self.kept.truncate(self.max - 1);
                self.kept.insert(0, made);
            }
        }
        Ok(&mut self.kept[0])
    }

    /// Returns the thing that was used last.
    pub fn latest(&self) -> Option<&T> {
        self.kept.first()
    }

    /// Like [`Recent::latest`], to change it.
    pub fn latest_mut(&mut self) -> Option<&mut T> {
        self.kept.first_mut()
    }

    /// Drops all of them.
    pub fn clear(&mut self) {
        self.kept.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks for a letter; returns whether it had to be made.
    fn ask(recent: &mut Recent<char>, letter: char) -> bool {
        let mut is_made = false;
        let found = recent.get_or_make(
            |known| *known == letter,
            || {
                is_made = true;
                Ok::<char, ()>(letter)
            },
        );
        assert_eq!(found, Ok(&mut letter.clone()));
        is_made
    }

    #[test]
    fn what_was_used_longest_ago_is_dropped_first() {
        let mut recent = Recent::new(2);
        assert!(ask(&mut recent, 'a') && ask(&mut recent, 'b') && !ask(&mut recent, 'a'));
        assert!(ask(&mut recent, 'c') && !ask(&mut recent, 'a') && ask(&mut recent, 'b'));
        assert_eq!(recent.latest(), Some(&'b'));
        recent.clear();
        assert!(recent.latest_mut().is_none());
    }

    #[test]
    fn what_cannot_be_made_drops_nothing() {
        let mut recent = Recent::new(1);
        assert!(ask(&mut recent, 'a'));
        assert_eq!(recent.get_or_make(|_| false, || Err("no")), Err("no"));
        assert!(!ask(&mut recent, 'a'));
    }
}
