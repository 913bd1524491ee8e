import Papa from 'papaparse'
import { uintSchema } from '#protocol/baas/fields.ts'
import { BATCH_ITEMS_MAX } from '#protocol/baas/limits.ts'
import type { BatchRow } from './send-values.ts'

/** A problem in a pasted table. Lines count from 1, as in an editor; `text` is the cell's. */
export type CsvProblem =
  | { line: number; column: 'tokenId' | 'amount'; code: 'missing' | 'number' | 'zero'; text: string }
  | { line: number; code: 'columns'; count: number }
  | { code: 'empty' }
  | { code: 'too-many'; count: number }

export type BatchCsv = { rows: BatchRow[]; problems: CsvProblem[] }

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
