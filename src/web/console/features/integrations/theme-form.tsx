import { useId } from 'react'
import { SelectField } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import {
  FONTS,
  SCHEMES,
  WIDGET_LANGUAGES,
  type ColourPair,
  type Font,
  type Scheme,
  type ThemeChoice,
} from './theme-choice.ts'

const RADIUS_PX = { min: 0, max: 24, step: 1 }
const SIZE_PERCENT = { min: 80, max: 150, step: 5 }
const COLOUR = /^#[0-9a-f]{6}$/i

type ThemeFormProps = { choice: ThemeChoice; onChange: (choice: ThemeChoice) => void }

/** Colours, corners, sizes, font, scheme and language of the widget. */
export function ThemeForm({ choice, onChange }: ThemeFormProps) {
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
          range={RADIUS_PX}
          onChange={(radiusPx) => set({ radiusPx })}
        />
        <RangeField
          label={t('Size')}
          shown={`${choice.sizePercent} %`}
          value={choice.sizePercent}
          range={SIZE_PERCENT}
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

/** One colour for each scheme; each is chosen by eye or typed. */
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

/** The browser's own colour field, which accepts typed values and a dropper too. */
function ColourField({ label, value, onChange }: ColourFieldProps) {
  return (
    <label className="flex min-w-0 items-center gap-3 text-sm text-muted">
      <input
        type="color"
        value={value}
        onChange={({ target }) => {
          if (COLOUR.test(target.value)) onChange(target.value.toLowerCase())
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
