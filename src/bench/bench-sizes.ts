import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { Row } from './print-table.ts'

const sizesSchema = z.array(
  z.object({ name: z.string(), size: z.number(), sizeLimit: z.number(), passed: z.boolean() }),
)

/**
 * Brotli sizes of the built bundles against their budgets. For the console's routes, only the largest size is listed.
 */
export async function benchSizes(): Promise<Row[]> {
  const output = execFileSync('node_modules/.bin/size-limit', ['--json'], { encoding: 'utf8' })
  const sizes = sizesSchema.parse(JSON.parse(output)).toSorted((one, other) => other.size - one.size)
  const isRoute = ({ name }: { name: string }) => name.startsWith('console, route ')
  const shown = [...sizes.filter((one) => !isRoute(one)), ...sizes.filter(isRoute).slice(0, 1)]
  return shown.map((entry) => ({
    what: entry.name,
    measured: `${(entry.size / 1000).toFixed(1)} kB`,
    budget: `${(entry.sizeLimit / 1000).toFixed(0)} kB`,
    met: entry.passed,
  }))
}

const fileSchema = z.object({ file: z.string() })
const manifestSchema = z.object({
  module: fileSchema,
  frameHost: fileSchema,
  files: z.record(z.string(), z.object({ brotliBytes: z.number() })),
})

/** Brotli sizes of the built widget in bytes: the tag's file, the frame's, and any other by name. */
export function widgetSizes(): { module: number; frameHost: number; of: (name: string) => number } {
  const { module, frameHost, files } = manifestSchema.parse(
    JSON.parse(readFileSync('dist/widget/integrity.json', 'utf8')),
  )
  const of = (name: string) => files[name]?.brotliBytes ?? 0
  return { module: of(module.file), frameHost: of(frameHost.file), of }
}
