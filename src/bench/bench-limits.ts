import { CALL_INPUTS } from './limits-calls.ts'
import { PASSKEY_INPUTS } from './limits-passkeys.ts'
import { TEXT_INPUTS } from './limits-texts.ts'
import { MESSAGE_INPUTS } from './limits-typed-data.ts'
import { timeRow, type Row } from './print-table.ts'
import { WORST_BYTES, type WorstInput } from './worst-input.ts'

const RUNS = 7
const BUDGET_MS = 20

/** The worst known input of each parser that untrusted input reaches. Messages are in `MESSAGE_INPUTS`. */
export const WORST_INPUTS: readonly WorstInput[] = [...CALL_INPUTS, ...PASSKEY_INPUTS, ...TEXT_INPUTS]

/** Time for which the largest body of the worst untrusted input keeps the process busy. */
export async function benchLimits(): Promise<Row[]> {
  const rows: Row[] = []
  for (const { what, measureMs } of [...WORST_INPUTS, ...MESSAGE_INPUTS])
    rows.push(timeRow(`worst input of 256 KiB: ${what}`, await measureMs(WORST_BYTES, RUNS), BUDGET_MS))
  return rows
}
