import { useSyncExternalStore } from 'react'
import { createListeners, storedText } from '#web/ui/stored.ts'

/** `auto` follows the device. The same key is read by `public/theme.js` before the first paint. */
export const THEME_CHOICES = ['auto', 'light', 'dark'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

const stored = storedText('latchkey-theme')
const listeners = createListeners()

/** The chosen theme, live. */
export function useTheme(): ThemeChoice {
  return useSyncExternalStore(listeners.subscribe, () => themeOf(document.documentElement.dataset['theme']))
}

export function chooseTheme(choice: ThemeChoice): void {
  showTheme(choice)
  stored.write(choice === 'auto' ? null : choice)
}

/** A theme chosen in one tab applies to all. @returns the function that ends it */
export function followTheme(): () => void {
  return stored.follow((text) => showTheme(themeOf(text)))
}

function themeOf(text: string | null | undefined): ThemeChoice {
  return THEME_CHOICES.find((choice) => choice === text) ?? 'auto'
}

function showTheme(choice: ThemeChoice): void {
  if (choice === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
  listeners.notify()
}
