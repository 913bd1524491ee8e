import { measureSpeed } from './bench-widget-speed.ts'
import type { Row } from './print-table.ts'
import { widgetSizes } from './widget-sizes.ts'

/** Without it neither creating nor sending works; everything else is loaded beside it, when it is needed. */
const MAIN_BYTES_MAX = 30_000

/** The widget as its readers meet it: how fast it starts and asks for the passkey, and what that has loaded. */
export async function benchWidget(): Promise<Row[]> {
  const { rows, loaded } = await measureSpeed()
  const { module, of } = widgetSizes()
  const beside = [...loaded].reduce((bytes, name) => bytes + of(name), 0) - module
  const size = {
    what: 'code of creating and sending: the tag’s file, and notes beside the confirm screen',
    measured: `${module} and ${beside} bytes`,
    budget: `${MAIN_BYTES_MAX} bytes`,
    met: module <= MAIN_BYTES_MAX,
  }
  return [...rows, size]
}
