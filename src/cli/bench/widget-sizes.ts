import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const fileSchema = z.object({ file: z.string() })
const manifestSchema = z.object({
  module: fileSchema,
  frameHost: fileSchema,
  files: z.record(z.string(), z.object({ brotliBytes: z.number() })),
})

/** Sizes of the built widget in bytes of brotli: the file of the tag, the one around a frame, and any other by its name. */
export function widgetSizes(): { module: number; frameHost: number; of: (name: string) => number } {
  const { module, frameHost, files } = manifestSchema.parse(
    JSON.parse(readFileSync('dist/widget/integrity.json', 'utf8')),
  )
  const of = (name: string) => files[name]?.brotliBytes ?? 0
  return { module: of(module.file), frameHost: of(frameHost.file), of }
}
