import { parse } from 'papaparse'
import * as z from 'zod/mini'
import { saveAddressRequestSchema, type SavedAddress } from '#protocol/org/address-book.ts'
import { csvLine } from '#protocol/display/csv-line.ts'
import { addressInputSchema, checksum } from '#web/console/lib/address-input.ts'

const ROWS_MAX = 500
const rowSchema = z.object({ address: addressInputSchema, ...saveAddressRequestSchema.shape })
type CsvAddress = z.infer<typeof rowSchema>
type RowProblem = { row: number; column: string; message: string }

/** The book as a CSV file: address, name, note. */
export function csvOfAddresses(book: readonly SavedAddress[]): string {
  const lines = book.map(({ address, label, note }) => csvLine([checksum(address), label, note]))
  return csvLine(['address', 'name', 'note']) + lines.join('')
}

/** Reads `address,name,note` lines, with or without that header; all rows or, if any is invalid, each problem. */
export function addressesOfCsv(text: string): { rows: CsvAddress[]; problems: RowProblem[] } {
  const { data } = parse<string[]>(text.trim(), { skipEmptyLines: 'greedy' })
  const lines = data[0]?.[0]?.trim().toLowerCase() === 'address' ? data.slice(1) : data
  const problems: RowProblem[] = []
  const rows: CsvAddress[] = []
  for (const [index, [address = '', label = '', note = '']] of lines.entries()) {
    const parsed = rowSchema.safeParse({ address, label: label.trim(), note: note.trim() })
    if (parsed.success) rows.push(parsed.data)
    for (const issue of parsed.error?.issues ?? []) {
      const field = String(issue.path[0])
      problems.push({ row: index + 1, column: field === 'label' ? 'name' : field, message: issue.message })
    }
  }
  if (rows.length > ROWS_MAX) {
    problems.push({
      row: ROWS_MAX + 1,
      column: 'address',
      message: `must be at most ${ROWS_MAX} rows at once`,
    })
  }
  return { rows, problems }
}
