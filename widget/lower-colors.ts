/** Whether this browser has the colors of the tokens: `light-dark()`, and colors made from another one. */
export function hasColors(): boolean {
  return globalThis.CSS?.supports('color', 'light-dark(oklch(from red l c h), red)') ?? true
}

/** Lengths are bounded, so that a search takes time in proportion to the text. */
const RELATIVE_COLOR = /(oklch|color)\(\s*from (var\([\w-]+\))(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g
/** Once relative colors are replaced, a value has at most one pair of brackets. */
const LIGHT_DARK =
  /light-dark\(\s{0,9}([^(),]{0,40}(?:\([^()]{0,80}\))?),[^(),]{0,40}(?:\([^()]{0,80}\))?\s{0,9}\)/g

/**
 * Styles for browsers without those colors: the light ones, the accent itself where a color is made from it, and white
 * upon it. Without this, backgrounds and edges would be missing.
 */
export function lowerColors(css: string): string {
  return css
    .replace(RELATIVE_COLOR, (_whole, kind: string, accent: string) => (kind === 'color' ? '#fff' : accent))
    .replace(LIGHT_DARK, '$1')
}
