import { isInRanges, normaliseIp, parseIpRange, type IpRange } from '#protocol/ip-range.ts'

/** The peer of the connection. `ip` is canonical, or undefined if unknown. */
export type Client = { ip: string | undefined }

/**
 * Maximum number of hops read from `X-Forwarded-For`, counted from the right. Chains of trusted proxies are
 * far shorter, and the caller controls everything to the left of them.
 */
const HOPS_MAX = 20

/** Returns the canonical IP address of a request's caller from the peer address of its connection. */
export type ClientIp = (request: Request, peerAddress: string | undefined) => string | undefined

/**
 * Finds the caller's IP address behind proxies. Anyone can write `X-Forwarded-For`, so it is read from right to left
 * only while each hop is a trusted proxy. The first address that is not a trusted proxy is the caller. Without
 * trusted proxies the header is ignored.
 *
 * @throws Error for an invalid range
 */
export function createClientIp(trustedProxies: readonly string[]): ClientIp {
  const trusted = trustedProxies.map(requireRange)
  return (request, peerAddress) => {
    let ip = normaliseIp(peerAddress)
    if (trusted.length === 0 || !isInRanges(ip, trusted)) return ip
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').filter((hop) => hop.trim() !== '')
    for (const hop of hops.slice(-HOPS_MAX).toReversed()) {
      ip = normaliseIp(withoutPort(hop.trim()))
      if (!isInRanges(ip, trusted)) return ip
    }
    return ip
  }
}

function requireRange(text: string): IpRange {
  const range = parseIpRange(text)
  if (range === undefined) throw new Error(`${text} is no IP address or CIDR range`)
  return range
}

/** Removes the port, because some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[(.*)\](:\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop
}
