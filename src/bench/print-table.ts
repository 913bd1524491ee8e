import { quantile } from './load.ts'

/** One measured figure. `met` is absent where there is no budget, only a comparison. */
export type Row = { what: string; measured: string; budget: string; met?: boolean }

/** A time in ms that is to stay below a budget. */
export function timeRow(what: string, ms: number, msMax: number, digits = 1): Row {
  return { what, measured: `${ms.toFixed(digits)} ms`, budget: `${msMax} ms`, met: ms < msMax }
}

/** The middle and nearly the worst of some times, of which the worse one is to stay below a budget. */
export function spreadRow(what: string, times: readonly number[], msMax: number, share = 0.99): Row {
  const [median, worse] = [quantile(times, 0.5), quantile(times, share)]
  return {
    what: `${what}, p50 / p${100 * share}`,
    measured: `${median.toFixed(1)} / ${worse.toFixed(1)} ms`,
    budget: `${msMax} ms`,
    met: worse < msMax,
  }
}

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
