import { expect, test } from 'vitest'
import { WORST_INPUTS } from './bench-limits.ts'
import { WORST_BYTES } from './worst-input.ts'

const RUNS = 9
/** Ratio of the two input sizes. Linear work then takes four times as long, quadratic work sixteen times. */
const TIMES = 4
const GROWTH_MAX = 9
/** Minimum time in milliseconds. Below it, clock resolution and cold code dominate. */
const FLOOR_MS = 24
/**
 * Budget in milliseconds. `bench -- limits` allows 20 ms on an idle machine. The budget is higher here, because other
 * tests run at the same time.
 */
const WORST_MS_MAX = 250

test.each(WORST_INPUTS)(
  'behavior: 256 KiB of $what → time grows linearly with the bytes',
  async ({ measureMs }) => {
    const part = await measureMs(WORST_BYTES / TIMES, RUNS)
    const all = await measureMs(WORST_BYTES, RUNS)
    expect(all).toBeLessThan(WORST_MS_MAX)
    expect(all).toBeLessThan(Math.max(FLOOR_MS, GROWTH_MAX * part))
  },
)
