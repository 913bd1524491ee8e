import { register } from 'node:module'
import type { Row } from './print-table.ts'

/** Gas of coins sent with a wallet in use; a single transfer to a slot that is free costs 60,488. */
export const GAS_MAX = { 'one call a minute': 62_000, 'back to back, as a person signs': 66_000 } as const

/** The widget takes its style sheets as texts, which its build understands and Node does not. */
const NO_STYLES = `export const load = (url, context, next) =>
  url.split('?')[0].endsWith('.css')
    ? { format: 'module', shortCircuit: true, source: 'export default ""' }
    : next(url, context)`

/** What a call costs on the mean of many, by the widget's own choice of expirations and real transactions. */
export async function benchGas(): Promise<Row[]> {
  register(`data:text/javascript,${encodeURIComponent(NO_STYLES)}`)
  const { measureGasInUse, PACES } = await import('./gas-in-use.ts')
  const rows: Row[] = []
  for (const pace of ['one call a minute', 'back to back, as a person signs'] as const) {
    const { first, later } = await measureGasInUse(PACES[pace])
    const measured = `${later} gas (${first} for the first ten)`
    rows.push({ what: pace, measured, budget: `${GAS_MAX[pace]} gas`, met: later <= GAS_MAX[pace] })
  }
  return rows
}
