/** Whether this browser supports the colors of the tokens: `light-dark()` and relative colors. */
export function hasColors(): boolean {
  return globalThis.CSS?.supports('color', 'light-dark(oklch(from red l c h), red)') ?? true
}

/** A relative color. Lengths are bounded, so that the search time is proportional to the text. */
const RELATIVE_COLOR = /(oklch|color)\(\s*from (var\([\w-]+\))(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g
/** After relative colors are replaced, a value has at most one pair of brackets. */
const LIGHT_DARK =
  /light-dark\(\s{0,9}([^(),]{0,40}(?:\([^()]{0,80}\))?),[^(),]{0,40}(?:\([^()]{0,80}\))?\s{0,9}\)/g

/**
 * Converts styles for browsers without `light-dark()` and relative colors. Uses the light colors. Replaces each
 * relative color by the accent color or, for text on it, by white. Without this, backgrounds and borders would be
 * missing.
 */
export function lowerColors(css: string): string {
  return css
    .replace(RELATIVE_COLOR, (_whole, kind: string, accent: string) => (kind === 'color' ? '#fff' : accent))
    .replace(LIGHT_DARK, '$1')
}
