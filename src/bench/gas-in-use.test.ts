import { expect, test } from 'vitest'
import { GAS_MAX } from './bench-gas.ts'
import { measureGasInUse, PACES } from './gas-in-use.ts'

test.each(['one call a minute', 'one call every 12 seconds'] as const)(
  'behavior: the mean gas of sending coins is within the budget, %s',
  async (pace) => {
    const { later } = await measureGasInUse(PACES[pace])
    expect(later).toBeLessThanOrEqual(GAS_MAX[pace])
  },
  // Time limit in milliseconds, for hundreds of signed transfers.
  900_000,
)
