/** Whether this browser has the colors of the tokens: `light-dark()`, and colors made from another one. */
export function hasColors(): boolean {
  return globalThis.CSS?.supports('color', 'light-dark(oklch(from red l c h), red)') ?? true
}

/** A value in brackets, with up to two more brackets in it. */
const RELATIVE_COLOR = /(oklch|color)\(\s*from (var\([\w-]+\))(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g
const LIGHT_DARK =
  /light-dark\(\s*((?:[^(),]|\((?:[^()]|\([^()]*\))*\))+),(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g

/**
 * Styles for browsers without those colors: the light ones, the accent itself where a color is made from it, and white
 * upon it. Without this, backgrounds and edges would be missing.
 */
export function lowerColors(css: string): string {
  return css
    .replace(RELATIVE_COLOR, (_whole, kind: string, accent: string) => (kind === 'color' ? '#fff' : accent))
    .replace(LIGHT_DARK, '$1')
}
