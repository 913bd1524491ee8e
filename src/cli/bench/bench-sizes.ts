import { execFileSync } from 'node:child_process'
import * as z from 'zod/mini'
import type { Row } from './print-table.ts'

const sizesSchema = z.array(
  z.object({ name: z.string(), size: z.number(), sizeLimit: z.number(), passed: z.boolean() }),
)

/** Sizes of the built bundles, brotli, against their budgets. */
export async function benchSizes(): Promise<Row[]> {
  const output = execFileSync('node_modules/.bin/size-limit', ['--json'], { encoding: 'utf8' })
  return sizesSchema.parse(JSON.parse(output)).map((entry) => ({
    what: entry.name,
    measured: `${(entry.size / 1000).toFixed(1)} kB`,
    budget: `${(entry.sizeLimit / 1000).toFixed(0)} kB`,
    met: entry.passed,
  }))
}
