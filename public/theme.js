// Runs before the first paint, so that a chosen theme does not flash. See src/web/console/lib/theme-choice.ts.
try {
  const theme = localStorage.getItem('latchkey-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden: the device's theme applies.
}
