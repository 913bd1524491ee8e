import { useId, type ReactElement } from 'react'
import { SelectField } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import { contrast } from '#protocol/theme/contrast.ts'

type ThemeFormProps = { choice: ThemeChoice; onChange: (choice: ThemeChoice) => void }

/** Colors, corners, sizes, font, scheme and language of the widget. */
export function ThemeForm({ choice, onChange }: ThemeFormProps): ReactElement {
  const set = (change: Partial<ThemeChoice>) => onChange({ ...choice, ...change })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ColourFields name={t('Accent')} pair={choice.accent} onChange={(accent) => set({ accent })} />
      <ColourFields name={t('Background')} pair={choice.surface} onChange={(surface) => set({ surface })} />
      <ColourFields name={t('Text colour')} pair={choice.text} onChange={(text) => set({ text })} />
      <div className="grid content-start gap-4">
        <RangeField
          label={t('Corners')}
          shown={`${choice.radiusPx} px`}
          value={choice.radiusPx}
          range={{ min: 0, max: 24, step: 1 }}
          onChange={(radiusPx) => set({ radiusPx })}
        />
        <RangeField
          label={t('Size')}
          shown={`${choice.sizePercent} %`}
          value={choice.sizePercent}
          range={{ min: 80, max: 150, step: 5 }}
          onChange={(sizePercent) => set({ sizePercent })}
        />
      </div>
      <SelectField
        label={t('Font')}
        value={choice.font}
        onChange={({ target }) => set({ font: FONTS.find((one) => one === target.value) ?? 'default' })}
        options={FONTS.map((value) => ({ value, label: fontWords()[value] }))}
      />
      <SelectField
        label={t('Light or dark')}
        value={choice.scheme}
        onChange={({ target }) => set({ scheme: SCHEMES.find((one) => one === target.value) ?? 'auto' })}
        options={SCHEMES.map((value) => ({ value, label: schemeWords()[value] }))}
      />
      <SelectField
        label={t('Language of the widget')}
        hint={t('Without one it uses the page’s language, or English.')}
        value={choice.locale}
        onChange={({ target }) => set({ locale: target.value })}
      >
        <option value="">{t('Same as the page')}</option>
        {WIDGET_LANGUAGES.map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

const fontWords = (): Record<Font, string> => ({
  default: t('Widget default'),
  page: t('Same as the page'),
  serif: t('Serif'),
  mono: t('Monospace'),
})

const schemeWords = (): Record<Scheme, string> => ({
  auto: t('Same as the page'),
  light: t('Always light'),
  dark: t('Always dark'),
})

type ColourFieldsProps = { name: string; pair: ColourPair; onChange: (pair: ColourPair) => void }

/** A color for each scheme, picked or typed. */
function ColourFields({ name, pair, onChange }: ColourFieldsProps) {
  const id = useId()
  return (
    <fieldset className="min-w-0">
      <legend id={id} className="mb-1 text-sm font-medium">
        {name}
      </legend>
      <div className="grid gap-2">
        <ColourField
          label={t('{colour}, light', { colour: name })}
          value={pair.light}
          onChange={(light) => onChange({ ...pair, light })}
        />
        <ColourField
          label={t('{colour}, dark', { colour: name })}
          value={pair.dark}
          onChange={(dark) => onChange({ ...pair, dark })}
        />
      </div>
    </fieldset>
  )
}

type ColourFieldProps = { label: string; value: string; onChange: (value: string) => void }

/** The browser's color picker, which also accepts typed values and has an eyedropper. */
function ColourField({ label, value, onChange }: ColourFieldProps) {
  return (
    <label className="flex min-w-0 items-center gap-3 text-sm text-muted">
      <input
        type="color"
        value={value}
        onChange={({ target }) => {
          if (/^#[0-9a-f]{6}$/i.test(target.value)) onChange(target.value.toLowerCase())
        }}
        className="h-8 w-12 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-0.5"
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
      <code className="ml-auto font-mono text-xs">{value}</code>
    </label>
  )
}

type RangeFieldProps = {
  label: string
  shown: string
  value: number
  range: { min: number; max: number; step: number }
  onChange: (value: number) => void
}

function RangeField({ label, shown, value, range, onChange }: RangeFieldProps) {
  const id = useId()
  return (
    <div className="text-sm">
      <div className="flex justify-between gap-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span className="text-muted tabular-nums">{shown}</span>
      </div>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        aria-valuetext={shown}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="mt-1 h-6 w-full cursor-pointer accent-accent"
      />
    </div>
  )
}

/** A color in the light and in the dark scheme, such as `#2150c0`. */
type ColourPair = { light: string; dark: string }

const SCHEMES = ['auto', 'light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** Values of `font`: the widget's own, the page's, or a generic family. */
const FONTS = ['default', 'page', 'serif', 'mono'] as const
type Font = (typeof FONTS)[number]

/** A theme of the widget. Corners are in pixels and sizes in percent of the default. */
export type ThemeChoice = {
  accent: ColourPair
  surface: ColourPair
  text: ColourPair
  radiusPx: number
  sizePercent: number
  font: Font
  scheme: Scheme
  /** A language tag. Empty means the page's language. */
  locale: string
}

/** Defaults of the widget (src/protocol/theme/tokens.css). */
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

/** Languages of the widget, each with its own name. */
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

/** Custom properties of a choice, by name. Omits defaults. */
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

/** CSS rule to paste into the page's style sheet. Empty for the default theme. */
export function cssOf(choice: ThemeChoice): string {
  const tokens = tokensOf(choice)
  if (tokens.length === 0) return ''
  return `latchkey-wallet {\n${tokens.map(([name, value]) => `  ${name}: ${value};`).join('\n')}\n}`
}

/** Attributes of the tag for a choice, each preceded by a space. */
export function attributesOf({ scheme, locale }: ThemeChoice): string {
  return `${scheme === 'auto' ? '' : ` theme="${scheme}"`}${locale === '' ? '' : ` locale="${locale}"`}`
}

/** A pair of colors that must be distinguishable, its contrast and the required minimum (WCAG 2.2). */
export type ContrastCheck = {
  pair: 'text-on-surface' | 'accent-on-surface'
  scheme: 'light' | 'dark'
  ratio: number
  least: number
}

/** Omits text on the accent color, because the widget chooses black or white, whichever is legible. */
export function contrastChecks({ text, accent, surface }: ThemeChoice): ContrastCheck[] {
  return (['light', 'dark'] as const).flatMap((scheme): ContrastCheck[] => {
    const ratio = (front: ColourPair) => contrast(front[scheme], surface[scheme])
    return [
      { pair: 'text-on-surface', scheme, ratio: ratio(text), least: 4.5 },
      { pair: 'accent-on-surface', scheme, ratio: ratio(accent), least: 3 },
    ]
  })
}
