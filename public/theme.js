// Runs before the first paint, so that a chosen theme does not flash. See src/console/lib/theme-choice.ts.
try {
  const page = document.documentElement
  const theme = localStorage.getItem('latchkey-theme')
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
  // The server goes by a cookie and by what the browser likes: a picture in another language than the chosen one is hidden.
  const language = localStorage.getItem('latchkey-language')
  if (language !== null && language !== page.lang) page.dataset.picture = 'hidden'
} catch {
  // Storage may be forbidden: the device's theme applies.
}
