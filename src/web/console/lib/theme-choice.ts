import { store } from '#web/ui/stored.ts'

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
  showTheme(choice)
  store(STORAGE_KEY, choice === 'auto' ? null : choice)
}

/** A theme that is chosen in one tab is that of all. @returns the end of it */
export function followTheme(): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === STORAGE_KEY) showTheme(THEME_CHOICES.find((choice) => choice === newValue) ?? 'auto')
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

function showTheme(choice: ThemeChoice): void {
  if (choice === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
  for (const listener of listeners) listener()
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
