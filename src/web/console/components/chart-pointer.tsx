import {
  useId,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { t } from '#web/ui/text.ts'
import { listValues, type ChartProps } from './chart-values.ts'

type ChartPointerProps = ChartProps & {
  label: string
  pointed: number | null
  onPoint: (index: number | null) => void
  children: ReactNode
}

/** Keys that move to another bar. Each function computes the new index from the current and the last index. */
const MOVES = new Map<string, (index: number, last: number) => number>([
  ['ArrowLeft', (index) => Math.max(index - 1, 0)],
  ['ArrowRight', (index, last) => Math.min(index + 1, last)],
  ['Home', () => 0],
  ['End', (_, last) => last],
])

/**
 * The area in which hovering and the arrow keys point to a bar. The first arrow key points to the newest bar. A live
 * region announces the bar after a key press, but not while hovering.
 */
export function ChartPointer({
  label,
  pointed,
  onPoint,
  children,
  ...chart
}: ChartPointerProps): ReactElement {
  const [isSaid, setIsSaid] = useState(false)
  const last = chart.bars.length - 1
  const day = pointed === null ? '' : (chart.bars[pointed]?.name ?? '')
  function move(event: KeyboardEvent): void {
    if (event.key === 'Escape') return onPoint(null)
    const next = MOVES.get(event.key)
    if (next === undefined || last < 0) return
    event.preventDefault()
    setIsSaid(true)
    onPoint(pointed === null ? last : next(pointed, last))
  }
  const hintId = useId()
  function point(event: PointerEvent<HTMLElement>): void {
    setIsSaid(false)
    onPoint(barAt(event, chart.bars.length))
  }
  return (
    <div className="min-w-0">
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={hintId}
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={pointed ?? Math.max(last, 0)}
        aria-valuetext={day === '' ? t('Whole period') : day}
        className="rounded-sm"
        onKeyDown={move}
        onBlur={() => onPoint(null)}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => onPoint(null)}
      >
        {children}
      </div>
      <span id={hintId} className="sr-only">
        {t('Use the arrow keys to move between the days')}
      </span>
      <span role="status" className="sr-only">
        {isSaid && pointed !== null && describeBar(chart, pointed)}
      </span>
    </div>
  )
}

/** A bar as it is read aloud: its day, then each name with its value. */
function describeBar(chart: ChartProps, pointed: number): string {
  const values = listValues(chart, pointed).map(({ name, written }) => `${name}: ${written}`)
  return [chart.bars[pointed]?.name, ...values].join(', ')
}

function barAt(event: PointerEvent<HTMLElement>, count: number): number | null {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  const index = Math.floor(((event.clientX - left) / width) * count)
  return index >= 0 && index < count ? index : null
}
