import { hasColors, lowerColors } from './lower-colors.ts'
import tokens from '#protocol/theme/tokens.css?inline'
import styles from './styles.css?inline'

/** Multiplies every `rem` of the tokens by a factor that one rule can set. */
const scaled = (css: string) => css.replace(/(-?[\d.]{1,9})rem\b/g, 'calc($1rem*var(--latchkey-scale,1))')

/** Whether style sheets can be constructed. A browser without them is too old and shows a plain text. */
const hasSheets = (): boolean => typeof CSSStyleSheet.prototype.replaceSync === 'function'

let shared: CSSStyleSheet[] | undefined

/**
 * The widget's style sheets, created once for all elements. They are constructed instead of parsed from
 * `<style>`, so that they work with the policy `style-src 'none'`.
 */
export function adoptTheme(root: ShadowRoot): void {
  if (!hasSheets()) return
  shared ??= [makeSheet(scaled(tokens)), makeSheet(scaled(styles))]
  // Many shops set the page's base size to 62.5 %, which makes `rem` unreadable here. A larger size is the
  // person's choice.
  const base = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const scale = base > 0 && base < 16 ? 16 / base : 1
  root.adoptedStyleSheets = [...shared, makeSheet(`:host{--latchkey-scale:${scale}}`)]
}

const more = new Map<string, CSSStyleSheet>()

/** Adds the styles of a file on demand to an element's root, once. */
export function adoptMore(root: Node, css: string): void {
  if (!(root instanceof ShadowRoot) || !hasSheets()) return
  const sheet = more.get(css) ?? makeSheet(scaled(css))
  more.set(css, sheet)
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}

function makeSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(hasColors() ? css : lowerColors(css))
  return sheet
}
