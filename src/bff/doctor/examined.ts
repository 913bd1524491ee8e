import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { HasFetchTarget } from '#bff/context-parts.ts'
import { plainHeaders } from '#bff/upstream/remote-fetch.ts'
import type { Integration } from '#protocol/console/integrations.ts'
import type { DoctorFinding } from '#protocol/doctor.ts'
import type { Domain } from '#protocol/domains.ts'
import type { ReadHtml } from './read-html.ts'

/** Input of a page's checks. The checks are pure: all requests have been sent before. */
export type Examined = {
  page: LoadedPage
  html: ReadHtml
  integrations: Integration[]
  integrationId: string | undefined
  domains: Domain[]
  /** The other domain whose passkeys the page uses, and its file of related origins. Undefined for its own domain. */
  relation: { domain: Domain; file: PageResult } | undefined
  /** Origins whose pages may frame the wallet. Undefined if the service does not report them. */
  embedOrigins: string[] | undefined
  /** URL where this deployment serves the widget and its API. */
  publicUrl: string
  /** The newest build of the widget. Undefined if there is none. */
  widget: { files: Map<string, string>; newest: ReadonlySet<string>; version: string } | undefined
  /** Real time when the page was read. */
  now: Date
}

export type Check = (examined: Examined) => DoctorFinding[]

const fileSchema = z.object({ file: z.string(), integrity: z.string() })
const manifestSchema = z.object({
  version: z.string(),
  module: fileSchema,
  script: fileSchema,
  pure: fileSchema,
  loader: fileSchema,
  core: fileSchema,
  frameHost: z.optional(fileSchema),
  provider: z.optional(fileSchema),
  x402: z.optional(fileSchema),
  files: z.record(z.string(), z.object({ integrity: z.string() })),
})

/** The widget's files on this server with their hashes. Undefined if there is no build. */
export async function widgetFiles(widgetDir: string): Promise<Examined['widget']> {
  try {
    const manifest = manifestSchema.parse(
      JSON.parse(await readFile(join(widgetDir, 'integrity.json'), 'utf8')),
    )
    const files = Object.entries(manifest.files).map(([name, { integrity }]) => [name, integrity] as const)
    const { module, script, pure, loader, core, frameHost, provider, x402 } = manifest
    return {
      version: manifest.version,
      files: new Map(files),
      newest: new Set(
        [module, script, pure, loader, core, frameHost, provider, x402].flatMap((one) => one?.file ?? []),
      ),
    }
  } catch {
    return undefined
  }
}

/** A page as a browser receives it. `hops` are the URLs that redirected. */
export type LoadedPage = {
  url: URL
  status: number
  headers: Headers
  html: string
  /** False if the page is longer than `html`. */
  isWhole: boolean
  hops: string[]
}
/** `problem` is the reason, as a clause that a sentence can quote, such as "the server could not be reached". */
export type PageResult = { page: LoadedPage } | { url: string; problem: string }

const REDIRECTS_MAX = 4
const TIMEOUT_MS = 10_000
const PAGE_BYTES_MAX = 1_000_000

/**
 * Loads a page that the caller chose, with the deployment's guarded fetch. Each redirect is checked again, so that
 * none leads to a forbidden address.
 */
export async function loadPage(
  ctx: HasFetchTarget,
  address: string,
  accept: 'text/html' | 'application/json' = 'text/html',
): Promise<PageResult> {
  const { fetchTarget } = ctx
  if (fetchTarget === undefined) return { url: address, problem: 'this server is not set up to load pages' }
  const headers = { accept, 'user-agent': 'Latchkey-Doctor/1' }
  const hops: string[] = []
  let at = address
  for (;;) {
    // One byte over the limit shows that the page is longer.
    const got = await fetchTarget(at, { headers, timeoutMs: TIMEOUT_MS, bytesMax: PAGE_BYTES_MAX + 1 })
    if ('problem' in got) return { url: at, problem: got.problem }
    const answered = plainHeaders(got.headers)
    const location = answered.get('location')
    if (got.status < 300 || got.status >= 400 || location === null) {
      const html = got.body.subarray(0, PAGE_BYTES_MAX).toString('utf8')
      const isWhole = got.body.byteLength <= PAGE_BYTES_MAX
      return { page: { url: new URL(at), status: got.status, headers: answered, html, isWhole, hops } }
    }
    if (!URL.canParse(location, at)) return { url: at, problem: 'it redirects to an invalid URL' }
    if (hops.length >= REDIRECTS_MAX)
      return { url: at, problem: `it redirects more than ${REDIRECTS_MAX} times` }
    hops.push(at)
    at = new URL(location, at).href
  }
}
