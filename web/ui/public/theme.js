// Before anything is painted, so that a dark page never flashes white.
try {
  const theme = localStorage.getItem('grundy.theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing has no theme to keep.
}
