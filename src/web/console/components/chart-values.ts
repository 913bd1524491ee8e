/** Colors of a series, for its bars and for its mark in the legend. */
export const FILLS = {
  accent: { bar: 'fill-accent', mark: 'bg-accent' },
  success: { bar: 'fill-success-solid', mark: 'bg-success-solid' },
  warning: { bar: 'fill-warning-solid', mark: 'bg-warning-solid' },
  danger: { bar: 'fill-danger-solid', mark: 'bg-danger-solid' },
  info: { bar: 'fill-info-solid', mark: 'bg-info-solid' },
  neutral: { bar: 'fill-line-strong', mark: 'bg-line-strong' },
}

/** One series of bars. Several series are stacked, with the first at the bottom. */
export type ChartSeries = { name: string; tone: keyof typeof FILLS }

/**
 * One bar. `values` are counts or base units of money, in the order of the series. `name` is the day and is
 * displayed on hover.
 */
export type ChartBar = { name: string; values: readonly bigint[] }

export type ChartProps = {
  series: readonly ChartSeries[]
  bars: readonly ChartBar[]
  /** Formats a value. */
  text: (value: bigint) => string
  /** Further measures of the same bars. Each has one value per bar. */
  also: readonly ChartMeasure[]
}

/** A measure whose values are listed with the bars but not drawn. */
export type ChartMeasure = { name: string; values: readonly bigint[]; text: (value: bigint) => string }

type Listed = { name: string; tone?: ChartSeries['tone']; written: string }

/**
 * The values of one bar, or the totals of all bars if `pointed` is null. Leaves out series that are zero in every bar.
 */
export function listValues({ series, bars, text, also }: ChartProps, pointed: number | null): Listed[] {
  const drawn = series.map(({ name, tone }, index) => {
    const values = bars.map((bar) => bar.values[index] ?? 0n)
    return { name, tone, values, text }
  })
  const shown = drawn.filter(({ values }) => sum(values) > 0n)
  return [...(shown.length === 0 ? drawn : shown), ...also].map(({ values, text: write, ...about }) => ({
    ...about,
    written: write(pointed === null ? sum(values) : (values[pointed] ?? 0n)),
  }))
}

export function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
