import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { DoctorFinding } from '#protocol/org/doctor.ts'
import type { Domain } from '#protocol/org/domains.ts'
import type { Integration } from '#protocol/org/console-api.ts'
import type { LoadedPage } from './load-page.ts'
import type { ReadHtml } from './read-html.ts'

/** The input of a page's checks, which are pure: all requests were sent before. */
export type Examined = {
  page: LoadedPage
  html: ReadHtml
  integrations: Integration[]
  integrationId: string | undefined
  domains: Domain[]
  /** Origins whose pages may frame the wallet; undefined where the service does not report them. */
  embedOrigins: string[] | undefined
  /** Where this deployment serves the widget and its API. */
  publicUrl: string
  /** The newest build of the widget, or `undefined` without one. */
  widget: { files: Map<string, string>; newest: ReadonlySet<string>; version: string } | undefined
  /** The real time when the page was read. */
  now: Date
}

export type Check = (examined: Examined) => DoctorFinding[]

/** Pages of this machine need no https. */
export function isLocalHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

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

/** The widget's files on this server with their hashes; `undefined` without a build. */
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
