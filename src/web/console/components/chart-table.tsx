import { t } from '#web/ui/text.ts'
import { Icon } from './icon.tsx'
import { Cell, HeadCell, Row, Table } from './table.tsx'

type ChartTableProps = {
  label: string
  series: readonly { name: string }[]
  bars: readonly { name: string; values: readonly bigint[] }[]
  text: (value: bigint) => string
}

/** The values of a chart as a table behind a toggle, the newest first. */
export function ChartTable({ label, series, bars, text }: ChartTableProps) {
  return (
    <details className="group mt-2">
      <summary className="flex w-fit items-center gap-2 rounded-sm text-sm font-medium text-muted hover:text-ink">
        <Icon name="next" className="size-3 transition-transform group-open:rotate-90" />
        {t('Show as a table')}
      </summary>
      {/* Scrollable, so it must be focusable. */}
      <div
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        className="mt-2 max-h-80 overflow-auto rounded-md border border-line"
      >
        <Table label={label}>
          <thead>
            <tr>
              <HeadCell>{t('Day')}</HeadCell>
              {series.map(({ name }) => (
                <HeadCell key={name} className="text-right">
                  {name}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map((bar) => (
              <Row key={bar.name}>
                <Cell className="py-1.5! text-sm whitespace-nowrap">{bar.name}</Cell>
                {series.map(({ name }, index) => (
                  <Cell key={name} className="py-1.5! text-right text-sm tabular-nums">
                    {text(bar.values[index] ?? 0n)}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  )
}
