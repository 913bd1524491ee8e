import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/console/components/button.tsx'
import { TextAreaField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { t } from '#web/ui/text.ts'
import { harmlessText } from '#protocol/display/text.ts'
import type { BatchRow } from './send-values.ts'
import Papa from 'papaparse'
import { uintSchema } from '#protocol/fields.ts'
import { BATCH_ITEMS_MAX } from '#protocol/limits.ts'

const PROBLEMS_SHOWN_MAX = 10
const CELL_LENGTH_MAX = 24

type BatchPasteProps = {
  text: string
  onChange: (text: string) => void
  onTaken: (rows: BatchRow[]) => void
  onClose: () => void
}

/** A field for a pasted table. It is imported as a whole or not at all; its problems are listed, and the text stays. */
export function BatchPaste({ text, onChange, onTaken, onClose }: BatchPasteProps) {
  const [problems, setProblems] = useState<readonly CsvProblem[]>([])
  const areaRef = useRef<HTMLTextAreaElement>(null)
  useEffect(() => areaRef.current?.focus(), [])
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
        spellCheck={false}
        value={text}
        placeholder={'1,10\n2,5'}
        hint={t(
          'One item per line: token id, then units. Commas, semicolons or tabs; a header line is skipped.',
        )}
        aria-invalid={problems.length > 0}
        onChange={(event) => onChange(event.target.value)}
      />
      {problems.length > 0 && (
        <Notice tone="danger" title={t('The rows could not be imported')} announce>
          <ul className="flex flex-col gap-0.5">
            {problems.slice(0, PROBLEMS_SHOWN_MAX).map((problem) => (
              <li key={JSON.stringify(problem)}>{problemText(problem)}</li>
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

function problemText(problem: CsvProblem): string {
  switch (problem.code) {
    case 'empty':
      return t('It has no rows.')
    case 'too-many':
      return t('It has {count} rows. At most 50 are possible.', { count: problem.count })
    case 'columns':
      return t('Row {line}: {count, plural, one {# column} other {# columns}} instead of two.', {
        line: problem.line,
        count: problem.count,
      })
    case 'missing':
    case 'number':
    case 'zero': {
      const column = problem.column === 'tokenId' ? t('token id') : t('units')
      return cellText(problem.code, {
        line: problem.line,
        column,
        text: harmlessText(problem.text, CELL_LENGTH_MAX).text,
      })
    }
  }
}

function cellText(
  code: 'missing' | 'number' | 'zero',
  position: { line: number; column: string; text: string },
): string {
  if (code === 'missing') return t('Row {line}, {column}: is missing.', position)
  if (code === 'zero') return t('Row {line}, {column}: must be more than zero.', position)
  return t('Row {line}, {column}: “{text}” is not a whole number.', position)
}

/** A problem in a pasted table. Lines count from 1, as in an editor; `text` is the cell's. */
type CsvProblem =
  | { line: number; column: 'tokenId' | 'amount'; code: 'missing' | 'number' | 'zero'; text: string }
  | { line: number; code: 'columns'; count: number }
  | { code: 'empty' }
  | { code: 'too-many'; count: number }

type BatchCsv = { rows: BatchRow[]; problems: CsvProblem[] }

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
 * Items and amounts from comma, semicolon or tab separated text, as copied from spreadsheets: two columns, with or
 * without a header. Reports every problem; rows are those without one.
 */
export function readBatchCsv(text: string): BatchCsv {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    delimiter: SEPARATORS.find((separator) => text.includes(separator)) ?? ',',
    skipEmptyLines: false,
  })
  const lines = data
    .map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), line: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const order = columnsOf(lines[0]?.cells ?? [])
  const body = order === undefined ? lines : lines.slice(1)
  if (body.length === 0) return { rows: [], problems: [{ code: 'empty' }] }
  if (body.length > BATCH_ITEMS_MAX) return { rows: [], problems: [{ code: 'too-many', count: body.length }] }
  const read = body.map(({ cells, line }) => readLine(cells, line, order ?? { tokenId: 0, amount: 1 }))
  return {
    rows: read.flatMap(({ row, problems }) => (problems.length === 0 ? [row] : [])),
    problems: read.flatMap(({ problems }) => problems),
  }
}

type Columns = Record<keyof BatchRow, number>

/** The columns by the first line, if it is a header. */
function columnsOf(cells: readonly string[]): Columns | undefined {
  const names = cells.map((cell) => HEADS[cell.toLowerCase().replace(/[^a-z]/g, '')])
  const [tokenId, amount] = [names.indexOf('tokenId'), names.indexOf('amount')]
  return tokenId === -1 || amount === -1 ? undefined : { tokenId, amount }
}

function readLine(
  cells: readonly string[],
  line: number,
  columns: Columns,
): { row: BatchRow; problems: CsvProblem[] } {
  const row = { tokenId: cells[columns.tokenId] ?? '', amount: cells[columns.amount] ?? '' }
  const filled = cells.filter((cell) => cell !== '').length
  if (cells.length < 2 || (cells.length > 2 && filled > 2))
    return { row, problems: [{ line, code: 'columns', count: cells.length }] }
  return { row, problems: [...cellProblems('tokenId', row, line), ...cellProblems('amount', row, line)] }
}

function cellProblems(column: keyof BatchRow, row: BatchRow, line: number): CsvProblem[] {
  const text = row[column]
  if (text === '') return [{ line, column, code: 'missing', text }]
  if (!uintSchema.safeParse(text).success) return [{ line, column, code: 'number', text }]
  return column === 'amount' && text === '0' ? [{ line, column, code: 'zero', text }] : []
}
