import type { HasPublicUrl } from '#bff/context-parts.ts'
import { bffError } from './exchange.ts'

type Address = HasPublicUrl['settings']

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Refuses requests for other host names. Otherwise, an attacker could point a name of their own at this server (DNS
 * rebinding), and a page of that name would be same-origin with it. A loopback deployment accepts its other loopback
 * names, because Node cannot resolve all of them.
 */
export function requireKnownHost(settings: Address, request: Request): void {
  if (request.headers.get('host') === settings.publicHost) return
  const own = new URL(settings.publicUrl)
  const asked = readHost(request, own.protocol)
  if (asked?.host === own.host) return
  const bothLoopback = LOOPBACK.has(own.hostname) && asked !== undefined && LOOPBACK.has(asked.hostname)
  if (bothLoopback && asked.port === own.port) return
  // The log shows the operator of a proxy what the proxy sends.
  const cause = new Error(`the Host header is ${JSON.stringify(request.headers.get('host'))}`)
  throw bffError('HOST_REFUSED', settings.publicUrl, { cause })
}

/** Whether a page was opened with another loopback name. Passkeys and cookies belong to the public name. */
export function isAtOtherName(settings: Address, request: Request): boolean {
  const own = new URL(settings.publicUrl)
  return readHost(request, own.protocol)?.host !== own.host
}

function readHost(request: Request, protocol: string): URL | undefined {
  const host = request.headers.get('host') ?? new URL(request.url).host
  if (!/^[A-Za-z0-9._:[\]-]+$/.test(host) || !URL.canParse(`${protocol}//${host}`)) return undefined
  return new URL(`${protocol}//${host}`)
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Protects the console from cross-site requests (security notes, threat 30). An unsafe request must have exactly
 * the public origin; one without Origin is refused. Reads also require this origin, so that no other site can
 * probe the responses for a signed-in administrator.
 */
export function requireSameOrigin(settings: Address, request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const isSafe = SAFE_METHODS.has(request.method)
  const isOwn = origin === settings.publicUrl || (isSafe && origin === null)
  const isOwnSite = site === null || site === 'same-origin' || (isSafe && site === 'none')
  if (!isOwn || !isOwnSite) throw bffError('ORIGIN_REFUSED')
}
