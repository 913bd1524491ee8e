/** The oldest supported browser versions. */
export type BrowserFloor = { chrome: number; firefox: number; safari: number }

/**
 * Oldest browsers of the widget, the dialog, the frame and the headless core. These browsers lack `AbortSignal.any`,
 * `URL.canParse` and `light-dark()`. The widget's styles have a replacement for `light-dark()` (widget/theme.ts).
 */
export const WIDGET_FLOOR: BrowserFloor = { chrome: 111, firefox: 122, safari: 16.4 }

/**
 * Oldest browsers of our own pages: the console, the approval app, the documentation and the rescue page. Their styles
 * use `light-dark()` and relative colors unchanged, because replacements for the few older browsers would make every
 * style sheet larger.
 */
export const PAGES_FLOOR: BrowserFloor = { chrome: 123, firefox: 128, safari: 17.5 }

/** A floor in the format of the style sheet builds. */
export function listTargets(floor: BrowserFloor): string[] {
  return Object.entries(floor).map(([browser, version]) => `${browser}${version}`)
}
