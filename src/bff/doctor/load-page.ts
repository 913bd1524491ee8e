import type { BffContext, TargetAnswer } from '#bff/context.ts'

/** A page as a browser would get it. `hops`: the addresses that redirected. */
export type LoadedPage = {
  url: URL
  status: number
  headers: Headers
  html: string
  hops: string[]
}
/** `problem`: the reason, in words that end a sentence. */
export type PageResult = { page: LoadedPage } | { url: string; problem: string }

const REDIRECTS_MAX = 4
const TIMEOUT_MS = 10_000
const PAGE_BYTES_MAX = 1_000_000

/**
 * Loads a page of a caller's choice by the deployment's guarded fetch: each address on the way is checked
 * again, so that no redirect leads where a direct call may not go.
 */
export async function loadPage(ctx: BffContext, address: string): Promise<PageResult> {
  const hops: string[] = []
  let at = address
  for (;;) {
    const got = await loadOnce(ctx, at)
    if ('problem' in got) return { url: at, problem: got.problem }
    const location = headersOf(got).get('location')
    if (got.status < 300 || got.status >= 400 || location === null) {
      const html = got.body.toString('utf8')
      return { page: { url: new URL(at), status: got.status, headers: headersOf(got), html, hops } }
    }
    if (!URL.canParse(location, at)) return { url: at, problem: 'it leads to an address that is none' }
    if (hops.length >= REDIRECTS_MAX) return { url: at, problem: 'it leads on and on' }
    hops.push(at)
    at = new URL(location, at).href
  }
}

async function loadOnce(ctx: BffContext, url: string): Promise<TargetAnswer | { problem: string }> {
  if (ctx.fetchTarget === undefined) return { problem: 'this server loads no pages' }
  const headers = { accept: 'text/html', 'user-agent': 'Latchkey-Doctor/1' }
  return ctx.fetchTarget(url, { headers, timeoutMs: TIMEOUT_MS, bytesMax: PAGE_BYTES_MAX })
}

/** Repeated headers joined, as browsers read them. */
function headersOf(answer: TargetAnswer): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  return headers
}
