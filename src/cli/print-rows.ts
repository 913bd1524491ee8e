import type { Terminal } from './command.ts'

/** Prints rows as a table for people, or as JSON for programs. */
export function printRows(
  terminal: Terminal,
  rows: readonly Record<string, unknown>[],
  { json, columns }: { json: boolean | undefined; columns: readonly string[] },
): void {
  if (json === true) return terminal.print(JSON.stringify(rows, null, 2))
  if (rows.length === 0) return terminal.print('(none)')
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  const padded = lines.map((line) => line.map((text, index) => text.padEnd(widths[index] ?? 0)).join('  '))
  terminal.print(padded.map((line) => line.trimEnd()).join('\n'))
}

function cell(value: unknown): string {
  if (value === undefined || value === null || value === '') return '-'
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(String).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
