import { useState, type ReactElement } from 'react'
import { formatNumber } from '#web/console/lib/display.ts'
import { t } from '#web/ui/text.ts'
import { ChartPointer } from './chart-pointer.tsx'
import { ChartTable } from './chart-table.tsx'
import { FILLS, listValues, sum, type ChartBar, type ChartProps, type ChartSeries } from './chart-values.ts'

type BarChartProps = Omit<ChartProps, 'text' | 'also'> & {
  /** Short name of the image and the table. */
  label: string
  /** Formats a value. Undefined formats it as a count. */
  text?: ChartProps['text']
  /** Limit for the bars, drawn as a line. */
  limit?: { name: string; value: bigint } | undefined
  also?: ChartProps['also']
}

/**
 * Bars over time. Values are bigints, so money stays exact. Hovering over a bar shows its values above the image,
 * and so do the arrow keys. A table behind a toggle has the same values.
 */
export function BarChart(props: BarChartProps): ReactElement {
  const { label, series, bars, text = formatNumber, limit, also = [] } = props
  const [pointed, setPointed] = useState<number | null>(null)
  const totals = [limit?.value ?? 0n, ...bars.map(({ values }) => sum(values))]
  const ceiling = roundUp(totals.reduce((most, total) => (total > most ? total : most)))
  const chart = { series, bars, text, also }
  return (
    <figure className="min-w-0">
      <figcaption className="sr-only">{label}</figcaption>
      <div className="mb-2 flex min-h-10 flex-wrap items-start gap-x-4 gap-y-1 text-sm">
        <Readout {...chart} pointed={pointed} />
        {limit !== undefined && (
          <span className="inline-flex items-center gap-1.5 text-muted">
            <span aria-hidden="true" className="w-3 border-t-2 border-dashed border-danger-solid" />
            {limit.name}: <span className="tabular-nums">{text(limit.value)}</span>
          </span>
        )}
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div
          aria-hidden="true"
          className="flex h-36 flex-col justify-between text-right text-xs text-muted tabular-nums [&>span]:max-w-32 [&>span]:truncate"
        >
          <span>{text(ceiling)}</span>
          <span>{text(0n)}</span>
        </div>
        <ChartPointer {...chart} label={label} pointed={pointed} onPoint={setPointed}>
          <svg
            aria-hidden="true"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="h-36 w-full border-y border-line"
          >
            {bars.map((bar, index) => (
              <Bar
                key={bar.name}
                bar={bar}
                position={{ index, of: bars.length }}
                {...{ series, ceiling, isPointed: index === pointed }}
              />
            ))}
            {limit !== undefined && <LimitLine y={100 - computeShare(limit.value, ceiling)} />}
          </svg>
        </ChartPointer>
        <span />
        <div aria-hidden="true" className="mt-1 flex justify-between text-xs text-muted">
          <span>{bars[0]?.name}</span>
          <span>{bars.at(-1)?.name}</span>
        </div>
      </div>
      <ChartTable label={label} {...chart} />
    </figure>
  )
}

/** The legend, with the values of the bar that is pointed to or the totals of all bars. */
function Readout({ pointed, ...chart }: ChartProps & { pointed: number | null }) {
  const day = pointed === null ? undefined : chart.bars[pointed]?.name
  return (
    <>
      <span className="w-full text-muted sm:w-40">{day ?? t('Whole period')}</span>
      {listValues(chart, pointed).map(({ name, tone, written }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two tokens may have the same name
        <span key={`${index} ${name}`} className="inline-flex max-w-full min-w-0 items-center gap-1.5">
          {tone !== undefined && (
            <span
              aria-hidden="true"
              className={`size-2.5 rounded-sm forced-color-adjust-none ${FILLS[tone].mark}`}
            />
          )}
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <span className="min-w-0 font-medium wrap-anywhere tabular-nums">{written}</span>
        </span>
      ))}
    </>
  )
}

type BarProps = {
  bar: ChartBar
  position: { index: number; of: number }
  series: readonly ChartSeries[]
  ceiling: bigint
  isPointed: boolean
}

/** Draws one bar in percent of the image. A value above zero is never drawn as zero. */
function Bar({ bar, position, series, ceiling, isPointed }: BarProps) {
  const width = 100 / position.of
  return (
    <g>
      {isPointed && (
        <rect x={position.index * width} y={0} width={width} height={100} className="fill-hover" />
      )}
      {series.map(({ name, tone }, index) => {
        const below = sum(bar.values.slice(0, index))
        const value = bar.values[index] ?? 0n
        const height = computeShare(below + value, ceiling) - computeShare(below, ceiling)
        const drawn = value > 0n ? Math.max(height, 1) : 0
        return (
          <rect
            key={name}
            x={position.index * width + width * 0.12}
            y={100 - computeShare(below, ceiling) - drawn}
            width={width * 0.76}
            height={drawn}
            className={FILLS[tone].bar}
          />
        )
      })}
    </g>
  )
}

function LimitLine({ y }: { y: number }) {
  return (
    <line
      x1={0}
      x2={100}
      y1={y}
      y2={y}
      strokeWidth={2}
      strokeDasharray="6 4"
      vectorEffect="non-scaling-stroke"
      className="stroke-danger-solid"
    />
  )
}

/** Axis ends that are easy to read, in tenths of a power of ten. */
const ROUND = [10n, 15n, 20n, 25n, 30n, 40n, 50n, 60n, 80n, 100n]

/**
 * Rounds the highest value of a chart up, so that the axis is easy to read and the bars fill most of the
 * height.
 */
export function roundUp(highest: bigint): bigint {
  if (highest <= 0n) return 1n
  if (highest <= 10n) return highest
  const power = 10n ** BigInt(highest.toString().length - 1)
  return ROUND.map((tenths) => (tenths * power) / 10n).find((round) => round >= highest) ?? highest
}

/** Share of a value in the ceiling, in percent. The result is not exact, so it is for drawing only. */
export function computeShare(value: bigint, ceiling: bigint): number {
  return Number((value * 10_000n) / ceiling) / 100
}
