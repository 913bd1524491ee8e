import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Env, MiddlewareHandler } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'

export const IMMUTABLE = 'public, max-age=31536000, immutable'
export const REVALIDATE = 'no-cache'

/** Source maps, and the compressed forms next to their files. */
const NOT_SERVED = new Set(['.map', '.br', '.gz'])
/** On a 304 too: its headers replace those that the browser has stored, a page's policy among them (RFC 9111 3.2). */
const OWN_HEADERS = [
  'content-security-policy',
  'access-control-allow-origin',
  'cross-origin-resource-policy',
  'service-worker-allowed',
]

/** Answers with a built file by its path below the folder; undefined for an unknown path. */
export type BuiltFiles<E extends Env> = (
  exchange: Context<E>,
  path: string,
  headers?: Record<string, string>,
) => Promise<Response | undefined>

/**
 * The built files of one folder. It is listed once; afterwards a path is only looked up in that list, which excludes
 * path traversal. Links, dot files, source maps and compressed forms are not in it.
 */
export function openBuiltFiles<E extends Env>(directory: string): BuiltFiles<E> {
  const validate: MiddlewareHandler<E> = etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...OWN_HEADERS] })
  let listed: Promise<Map<string, MiddlewareHandler<E>>> | undefined
  return async (exchange, path, headers = {}) => {
    listed ??= list<E>(directory)
    const files = await listed
    // Not built yet: list again next time.
    if (files.size === 0) listed = undefined
    const send = files.get(path)
    if (send === undefined) return undefined
    // Vite puts the content's hash into the names under assets/.
    exchange.header('cache-control', path.startsWith('assets/') ? IMMUTABLE : REVALIDATE)
    for (const [name, value] of Object.entries(headers)) exchange.header(name, value)
    const answer = await send(exchange, async () => undefined)
    // Deleted since it was listed: a build is running.
    if (!(answer instanceof Response)) return undefined
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

/** `.well-known` is the one public folder with a dot. */
function isPublic(path: string): boolean {
  const hidden = path.split('/').some((part) => part.startsWith('.') && part !== '.well-known')
  return !hidden && !NOT_SERVED.has(extname(path))
}
