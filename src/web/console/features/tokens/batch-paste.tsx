import Papa from 'papaparse'
import { useRef, useState, type ReactElement } from 'react'
import { harmlessText } from '#protocol/display/text.ts'
import { uintSchema } from '#protocol/fields.ts'
import { BATCH_ITEMS_MAX } from '#protocol/limits.ts'
import { Button } from '#web/console/components/button.tsx'
import { TextAreaField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { t } from '#web/ui/text.ts'
import type { BatchRow } from './send-values.ts'

const PROBLEMS_SHOWN_MAX = 10

type BatchPasteProps = {
  text: string
  onChange: (text: string) => void
  onTaken: (rows: BatchRow[]) => void
  onClose: () => void
}

/**
 * A field for a pasted table. Imports the whole table or nothing. If the table has problems, lists them and keeps the
 * text.
 */
export function BatchPaste({ text, onChange, onTaken, onClose }: BatchPasteProps): ReactElement {
  const [problems, setProblems] = useState<readonly string[]>([])
  const areaRef = useRef<HTMLTextAreaElement>(null)
  const take = () => {
    const read = readBatchCsv(text)
    setProblems(read.problems)
    if (read.problems.length === 0) onTaken(read.rows)
    else areaRef.current?.focus()
  }
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-canvas p-3">
      <TextAreaField
        ref={areaRef}
        label={t('Rows as CSV')}
        mono
        rows={5}
        autoFocus
        value={text}
        placeholder={'1,10\n2,5'}
        hint={t(
          'One token ID per line, then its units. Separate them with commas, semicolons or tabs; a header line is skipped.',
        )}
        aria-invalid={problems.length > 0}
        onChange={(event) => onChange(event.target.value)}
      />
      {problems.length > 0 && (
        <Notice tone="danger" title={t('The rows could not be imported')} announce>
          <ul className="flex flex-col gap-0.5">
            {problems.slice(0, PROBLEMS_SHOWN_MAX).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          {problems.length > PROBLEMS_SHOWN_MAX && (
            <p>{t('And {count} more.', { count: problems.length - PROBLEMS_SHOWN_MAX })}</p>
          )}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" onClick={take}>
          {t('Replace the rows')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </div>
  )
}

const SEPARATORS = ['\t', ';', ',']
const HEADS: Readonly<Record<string, keyof BatchRow>> = {
  tokenid: 'tokenId',
  id: 'tokenId',
  token: 'tokenId',
  item: 'tokenId',
  amount: 'amount',
  quantity: 'amount',
  units: 'amount',
  count: 'amount',
}

/**
 * Reads items and amounts from text separated by commas, semicolons or tabs, as copied from spreadsheets: two
 * columns, with or without a header. Reports every problem in words with its line, counted from 1 as in an editor.
 * `rows` has only rows without a problem.
 */
export function readBatchCsv(text: string): { rows: BatchRow[]; problems: string[] } {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    delimiter: SEPARATORS.find((separator) => text.includes(separator)) ?? ',',
    skipEmptyLines: false,
  })
  const lines = data
    .map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), line: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const order = findColumns(lines[0]?.cells ?? [])
  const body = order === undefined ? lines : lines.slice(1)
  if (body.length === 0) return { rows: [], problems: [t('There are no rows.')] }
  if (body.length > BATCH_ITEMS_MAX) {
    const problem = t('{count} rows are too many. The limit is 50.', { count: body.length })
    return { rows: [], problems: [problem] }
  }
  const read = body.map(({ cells, line }) => readLine(cells, line, order ?? { tokenId: 0, amount: 1 }))
  return {
    rows: read.flatMap(({ row, problems }) => (problems.length === 0 ? [row] : [])),
    problems: read.flatMap(({ problems }) => problems),
  }
}

type Columns = Record<keyof BatchRow, number>

/** Column order from the first line, if it is a header. */
function findColumns(cells: readonly string[]): Columns | undefined {
  const names = cells.map((cell) => HEADS[cell.toLowerCase().replace(/[^a-z]/g, '')])
  const [tokenId, amount] = [names.indexOf('tokenId'), names.indexOf('amount')]
  return tokenId === -1 || amount === -1 ? undefined : { tokenId, amount }
}

function readLine(cells: readonly string[], line: number, columns: Columns) {
  const row = { tokenId: cells[columns.tokenId] ?? '', amount: cells[columns.amount] ?? '' }
  const filled = cells.filter((cell) => cell !== '').length
  if (cells.length < 2 || (cells.length > 2 && filled > 2)) {
    const position = { line, count: cells.length }
    const problem = t(
      'Row {line}: {count, plural, one {# column} other {# columns}} instead of two.',
      position,
    )
    return { row, problems: [problem] }
  }
  return { row, problems: [...cellProblems('tokenId', row, line), ...cellProblems('amount', row, line)] }
}

function cellProblems(name: keyof BatchRow, row: BatchRow, line: number): string[] {
  const text = row[name]
  const column = name === 'tokenId' ? t('token ID') : t('units')
  if (text === '') return [t('Row {line}, {column}: is missing.', { line, column })]
  if (!uintSchema.safeParse(text).success) {
    const position = { line, column, text: harmlessText(text, 24).text }
    return [t('Row {line}, {column}: “{text}” is not a whole number.', position)]
  }
  if (name === 'tokenId' || text !== '0') return []
  return [t('Row {line}, {column}: must be more than zero.', { line, column })]
}
