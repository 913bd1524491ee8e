/** One measured figure. `met` is absent where there is no budget, only a comparison. */
export type Row = { what: string; measured: string; budget: string; met?: boolean }

export function printTable(title: string, rows: Row[]): void {
  const cells = rows.map((row) => [
    row.what,
    row.measured,
    row.budget,
    row.met === undefined ? '' : row.met ? 'met' : 'MISSED',
  ])
  const table = [['what', 'measured', 'budget', ''], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)))
  process.stdout.write(`\n${title}\n`)
  for (const line of table) {
    process.stdout.write(`  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`)
  }
}
