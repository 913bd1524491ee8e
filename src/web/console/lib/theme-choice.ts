import { useSyncExternalStore } from 'react'
import { createListeners, storedText } from '#web/ui/stored.ts'

/** Theme choices. `auto` follows the device. `public/theme.js` reads the same key before the first paint. */
export const THEME_CHOICES = ['auto', 'light', 'dark'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

const stored = storedText('latchkey-theme')
const listeners = createListeners()

/** The chosen theme. Updates when it changes. */
export function useTheme(): ThemeChoice {
  return useSyncExternalStore(listeners.subscribe, () =>
    parseTheme(document.documentElement.dataset['theme']),
  )
}

export function chooseTheme(choice: ThemeChoice): void {
  showTheme(choice)
  stored.write(choice === 'auto' ? null : choice)
}

/** Applies a theme chosen in one tab to all tabs. @returns a function that stops this */
export function followTheme(): () => void {
  return stored.follow((text) => showTheme(parseTheme(text)))
}

function parseTheme(text: string | null | undefined): ThemeChoice {
  return THEME_CHOICES.find((choice) => choice === text) ?? 'auto'
}

function showTheme(choice: ThemeChoice): void {
  if (choice === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
  listeners.notify()
}
