import { expect, test } from 'vitest'
import { WORST_INPUTS } from './bench-limits.ts'
import { WORST_BYTES } from './worst-input.ts'

const RUNS = 9
/** Four times the input: four times the time, or sixteen times where the work is quadratic. */
const TIMES = 4
const GROWTH_MAX = 9
/** Below it a clock measures itself, and cold code. */
const FLOOR_MS = 12
/** The budget is 20 ms on an idle machine (`bench -- limits`); tests share theirs. */
const WORST_MS_MAX = 250

test.each(WORST_INPUTS)(
  'behavior: 256 KiB of $what → work that grows with its bytes',
  async ({ measureMs }) => {
    const part = await measureMs(WORST_BYTES / TIMES, RUNS)
    const all = await measureMs(WORST_BYTES, RUNS)
    expect(all).toBeLessThan(WORST_MS_MAX)
    expect(all).toBeLessThan(Math.max(FLOOR_MS, GROWTH_MAX * part))
  },
)
