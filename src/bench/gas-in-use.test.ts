import { expect, test } from 'vitest'
import { GAS_MAX } from './bench-gas.ts'
import { measureGasInUse, PACES } from './gas-in-use.ts'

test.each(['one call a minute', 'back to back, as a person signs'] as const)(
  'behavior: sending coins costs on the mean no more gas than the budget, %s',
  async (pace) => {
    const { later } = await measureGasInUse(PACES[pace])
    expect(later).toBeLessThanOrEqual(GAS_MAX[pace])
  },
  // Hundreds of signed transfers.
  900_000,
)
