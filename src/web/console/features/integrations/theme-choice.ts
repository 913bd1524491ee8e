import { contrast } from '#protocol/theme/contrast.ts'

/** A colour in the light and in the dark scheme, such as `#2150c0`. */
export type ColourPair = { light: string; dark: string }

export const SCHEMES = ['auto', 'light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** The values of `font`: the widget's own, the page's, or a generic family. */
export const FONTS = ['default', 'page', 'serif', 'mono'] as const
export type Font = (typeof FONTS)[number]

/** A theme of the widget. Corners in pixels; sizes in per cent of the default. */
export type ThemeChoice = {
  accent: ColourPair
  surface: ColourPair
  text: ColourPair
  radiusPx: number
  sizePercent: number
  font: Font
  scheme: Scheme
  /** A language tag; empty for the page's own. */
  locale: string
}

/** The widget's defaults (src/protocol/theme/tokens.css). */
export const PLAIN: ThemeChoice = {
  accent: { light: '#2150c0', dark: '#8db0ff' },
  surface: { light: '#ffffff', dark: '#151a21' },
  text: { light: '#171b21', dark: '#e8ebf0' },
  radiusPx: 8,
  sizePercent: 100,
  font: 'default',
  scheme: 'auto',
  locale: '',
}

/** The languages of the widget, each by its own name. */
export const WIDGET_LANGUAGES: readonly (readonly [tag: string, name: string])[] = [
  ['en', 'English'],
  ['ar', 'العربية'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['it', 'Italiano'],
  ['ja', '日本語'],
  ['pt', 'Português'],
  ['zh', '中文'],
]

const FAMILIES: Record<Font, string | undefined> = {
  default: undefined,
  page: 'inherit',
  serif: "Georgia, 'Times New Roman', serif",
  mono: 'ui-monospace, Menlo, Consolas, monospace',
}

/** The custom properties of a choice, by name; defaults are omitted. */
export function tokensOf(choice: ThemeChoice): [name: string, value: string][] {
  const tokens: [string, string][] = []
  for (const name of ['accent', 'surface', 'text'] as const) {
    const { light, dark } = choice[name]
    if (light !== PLAIN[name].light || dark !== PLAIN[name].dark)
      tokens.push([`--latchkey-${name}`, `light-dark(${light}, ${dark})`])
  }
  if (choice.radiusPx !== PLAIN.radiusPx) {
    const steps = { sm: 0.5, md: 1, lg: 1.5, xl: 2 }
    for (const [step, factor] of Object.entries(steps))
      tokens.push([`--latchkey-radius-${step}`, `${choice.radiusPx * factor}px`])
  }
  if (choice.sizePercent !== PLAIN.sizePercent)
    tokens.push(['--latchkey-scale', String(choice.sizePercent / 100)])
  const family = FAMILIES[choice.font]
  if (family !== undefined) tokens.push(['--latchkey-font-sans', family])
  return tokens
}

/** The rule to paste into the page's style sheet; empty for the default theme. */
export function cssOf(choice: ThemeChoice): string {
  const tokens = tokensOf(choice)
  if (tokens.length === 0) return ''
  return `latchkey-wallet {\n${tokens.map(([name, value]) => `  ${name}: ${value};`).join('\n')}\n}`
}

/** The tag's attributes for a choice, each preceded by a space. */
export function attributesOf({ scheme, locale }: ThemeChoice): string {
  return `${scheme === 'auto' ? '' : ` theme="${scheme}"`}${locale === '' ? '' : ` locale="${locale}"`}`
}

/** Pairs of colours that must be distinguishable, their contrast, and the required minimum (WCAG 2.2). */
export type ContrastCheck = {
  pair: 'text-on-surface' | 'accent-on-surface'
  scheme: 'light' | 'dark'
  ratio: number
  least: number
}

/** Text on the accent is not included: the widget itself chooses black or white, whichever is legible. */
export function contrastChecks({ text, accent, surface }: ThemeChoice): ContrastCheck[] {
  return (['light', 'dark'] as const).flatMap((scheme): ContrastCheck[] => [
    { pair: 'text-on-surface', scheme, ratio: contrast(text[scheme], surface[scheme]), least: 4.5 },
    { pair: 'accent-on-surface', scheme, ratio: contrast(accent[scheme], surface[scheme]), least: 3 },
  ])
}
