import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Env, MiddlewareHandler } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'

export const IMMUTABLE = 'public, max-age=31536000, immutable'
export const REVALIDATE = 'no-cache'

/** File types that are not served: source maps and the compressed forms of other files. */
const NOT_SERVED = new Set(['.map', '.br', '.gz'])
/** Content types that Hono's table lacks. */
const MORE_TYPES: ReadonlyMap<string, string> = new Map([['.md', 'text/markdown; charset=utf-8']])
/** Headers that a 304 response repeats, because its headers replace the stored ones (RFC 9111 3.2). */
const OWN_HEADERS = [
  'content-security-policy',
  'access-control-allow-origin',
  'cross-origin-resource-policy',
  'service-worker-allowed',
]

/** Responds with a built file by its path in the folder. Undefined for an unknown path. */
export type BuiltFiles<E extends Env> = (
  exchange: Context<E>,
  path: string,
  headers?: Record<string, string>,
) => Promise<Response | undefined>

/**
 * Opens the built files of one folder. The folder is listed once, and paths are only looked up in that list, which
 * prevents path traversal. The list excludes links, dot files, source maps and compressed forms.
 */
export function openBuiltFiles<E extends Env>(directory: string): BuiltFiles<E> {
  const validate: MiddlewareHandler<E> = etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...OWN_HEADERS] })
  let listed: Promise<Map<string, MiddlewareHandler<E>>> | undefined
  return async (exchange, path, headers = {}) => {
    listed ??= list<E>(directory)
    const files = await listed
    // The folder is not built yet, so the next request lists it again.
    if (files.size === 0) listed = undefined
    const send = files.get(path)
    if (send === undefined) return undefined
    // Vite puts the content's hash into names below assets/.
    exchange.header('cache-control', path.startsWith('assets/') ? IMMUTABLE : REVALIDATE)
    for (const [name, value] of Object.entries(headers)) exchange.header(name, value)
    const answer = await send(exchange, async () => undefined)
    // A running build has deleted the file since it was listed.
    if (!(answer instanceof Response)) return undefined
    const type = MORE_TYPES.get(extname(path))
    if (type !== undefined) answer.headers.set('content-type', type)
    await validate(exchange, async () => {
      exchange.res = answer
    })
    exchange.res.headers.set('vary', 'Accept-Encoding')
    return exchange.res
  }
}

async function list<E extends Env>(directory: string): Promise<Map<string, MiddlewareHandler<E>>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isPublic)
  return new Map(
    paths.map((path) => [path, serveStatic<E>({ root: directory, path, precompressed: true })] as const),
  )
}

/** Whether a path may be served. `.well-known` is the only public folder with a dot. */
function isPublic(path: string): boolean {
  const hidden = path.split('/').some((part) => part.startsWith('.') && part !== '.well-known')
  return !hidden && !NOT_SERVED.has(extname(path))
}
