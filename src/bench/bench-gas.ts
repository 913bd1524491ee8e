import { register } from 'node:module'
import type { Row } from './print-table.ts'

/** Gas budgets of token transfers with a wallet in use. A single transfer to a free slot costs 60,488. */
export const GAS_MAX = { 'one call a minute': 62_000, 'one call every 12 seconds': 66_000 } as const

/** Replaces style sheets, which the widget's build imports as strings and Node cannot. */
const NO_STYLES = `export const load = (url, context, next) =>
  url.split('?')[0].endsWith('.css')
    ? { format: 'module', shortCircuit: true, source: 'export default ""' }
    : next(url, context)`

/** Mean cost of a call, over many real transactions with the widget's own choice of expirations. */
export async function benchGas(): Promise<Row[]> {
  register(`data:text/javascript,${encodeURIComponent(NO_STYLES)}`)
  const { measureGasInUse, PACES } = await import('./gas-in-use.ts')
  const rows: Row[] = []
  for (const pace of ['one call a minute', 'one call every 12 seconds'] as const) {
    const { first, later } = await measureGasInUse(PACES[pace])
    const measured = `${later} gas (${first} for the first ten)`
    rows.push({ what: pace, measured, budget: `${GAS_MAX[pace]} gas`, met: later <= GAS_MAX[pace] })
  }
  return rows
}
