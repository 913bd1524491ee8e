import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Examined } from './examined.ts'

const fileSchema = z.object({ file: z.string(), integrity: z.string() })
const manifestSchema = z.object({
  version: z.string(),
  module: fileSchema,
  script: fileSchema,
  pure: fileSchema,
  loader: fileSchema,
  core: fileSchema,
  frameHost: z.optional(fileSchema),
  files: z.record(z.string(), z.object({ integrity: z.string() })),
})

/** The widget's files on this server with their hashes; `undefined` where none is built. */
export async function widgetFiles(widgetDir: string): Promise<Examined['widget']> {
  try {
    const manifest = manifestSchema.parse(
      JSON.parse(await readFile(join(widgetDir, 'integrity.json'), 'utf8')),
    )
    const files = Object.entries(manifest.files).map(([name, { integrity }]) => [name, integrity] as const)
    const { module, script, pure, loader, core, frameHost } = manifest
    return {
      version: manifest.version,
      files: new Map(files),
      newest: new Set([module, script, pure, loader, core, frameHost].flatMap((one) => one?.file ?? [])),
    }
  } catch {
    return undefined
  }
}
