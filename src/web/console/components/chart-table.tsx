import type { ReactElement } from 'react'
import { t } from '#web/ui/text.ts'
import { Disclosure } from './card.tsx'
import type { ChartProps } from './chart-values.ts'
import type { Column } from './table-columns.tsx'
import { DataTable } from './table.tsx'

/** A chart's values as a table behind a toggle, newest first. */
export function ChartTable({
  label,
  series,
  bars,
  text,
  also,
}: ChartProps & { label: string }): ReactElement {
  const rows = bars.map(({ name, values }, index) => ({
    name,
    written: [...values.map(text), ...also.map((measure) => measure.text(measure.values[index] ?? 0n))],
  }))
  return (
    <Disclosure summary={t('Show as a table')} className="mt-2">
      {/* Scrollable, so it must be focusable. */}
      <div
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        className="mt-2 max-h-80 overflow-auto rounded-md border border-line"
      >
        <DataTable
          label={label}
          items={rows.toReversed()}
          getKey={({ name }) => name}
          className="py-1.5! text-sm whitespace-nowrap"
          columns={{
            day: { head: t('Day'), cell: ({ name }) => name },
            ...Object.fromEntries(
              [...series, ...also].map(({ name }, index): [string, Column<(typeof rows)[number]>] => [
                `${index} ${name}`,
                {
                  head: name,
                  kind: 'number',
                  className: 'tabular-nums',
                  cell: ({ written }) => written[index] ?? '',
                },
              ]),
            ),
          }}
        />
      </div>
    </Disclosure>
  )
}
