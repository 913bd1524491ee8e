/** `auto` follows the device. The same key is read by `public/theme.js` before the first paint. */
export const THEME_CHOICES = ['auto', 'light', 'dark'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

const STORAGE_KEY = 'latchkey-theme'
const listeners = new Set<() => void>()

export function themeChoice(): ThemeChoice {
  const chosen = document.documentElement.dataset['theme']
  return THEME_CHOICES.find((choice) => choice === chosen) ?? 'auto'
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
  try {
    if (choice === 'auto') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
