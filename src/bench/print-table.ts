import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { quantile } from './load.ts'

/** One measured figure. `met` is undefined if there is no budget, only a comparison. */
export type Row = { what: string; measured: string; budget: string; met?: boolean }

/** A time in milliseconds against a budget. */
export function timeRow(what: string, ms: number, msMax: number, digits = 1): Row {
  return { what, measured: `${ms.toFixed(digits)} ms`, budget: `${msMax} ms`, met: ms < msMax }
}

/** The median and a high percentile of some times. The budget applies to the percentile. */
export function spreadRow(what: string, times: readonly number[], msMax: number, share = 0.99): Row {
  const [median, worse] = [quantile(times, 0.5), quantile(times, share)]
  return {
    what: `${what}, p50 / p${100 * share}`,
    measured: `${median.toFixed(1)} / ${worse.toFixed(1)} ms`,
    budget: `${msMax} ms`,
    met: worse < msMax,
  }
}

/** Load average of the machine. It includes the measured processes and their database. */
export function loadRow(): Row {
  const [minute = 0] = loadavg()
  return { what: 'load average of the machine over the last minute', measured: minute.toFixed(1), budget: '' }
}

export function printTable(title: string, rows: Row[]): void {
  const cells = rows.map((row) => [row.what, row.measured, row.budget, formatVerdict(row.met, 'MISSED')])
  const table = [['what', 'measured', 'budget', ''], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)))
  process.stdout.write(`\n${title}\n`)
  for (const line of table) {
    process.stdout.write(`  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`)
  }
}

type Page = { path: string; beginning: string }

const MAIN_PAGE: Page = {
  path: 'docs/performance.md',
  beginning: `# Performance

This page is a record for operators and developers: the results of \`npm run bench -- --write\`, each table from its own run. The load,
the chain and the database shared the machine with the product. So compare figures within one table only, or run the bench on your own
machine. Each bench sets its budgets. [Speed](speed.md) has the decisions behind the figures, and [Scaling](scaling.md) says what they
mean for a larger deployment.
`,
}
/** Pages for benchmarks that are too long for the main page. */
const OWN_PAGES: Readonly<Record<string, Page>> = {
  size: {
    path: 'docs/performance-lists.md',
    beginning: `# Performance of lists

This page is a record for operators and developers: the time of each list of a large organization, as measured by
\`npm run bench -- size --write\`. The other measurements are in [Performance](performance.md).
`,
  },
}

/** Writes a table into its page of the documentation, and replaces the table of the same title. */
export function writeTable(title: string, rows: readonly Row[]): void {
  const { path, beginning: first } = OWN_PAGES[title] ?? MAIN_PAGE
  const page = fileURLToPath(new URL(`../../${path}`, import.meta.url))
  const [beginning = '', ...tables] = (existsSync(page) ? readFileSync(page, 'utf8') : first).split('\n## ')
  const line = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
  const table = [
    title,
    '',
    `${new Date().toISOString().slice(0, 10)}, ${machine}.`,
    '',
    line('what', 'measured', 'budget', ''),
    line('---', '---', '---', '---'),
    ...rows.map(({ what, measured, budget, met }) =>
      line(what, measured, budget, formatVerdict(met, '**missed**')),
    ),
    '',
  ].join('\n')
  const others = tables.filter((one) => !one.startsWith(`${title}\n`))
  const sorted = [...others.map((one) => `${one.trim()}\n`), table].toSorted()
  writeFileSync(page, [`${beginning.trim()}\n`, ...sorted].join('\n## '))
}

function formatVerdict(isMet: boolean | undefined, missed: string): string {
  if (isMet === undefined) return ''
  return isMet ? 'met' : missed
}
