import { isInRanges, normaliseIp, parseIpRange, type IpRange } from '#protocol/ip-range.ts'

/** The peer of the connection. `ip` is canonical; `undefined` when it cannot be known. */
export type Client = { ip: string | undefined }

/**
 * Maximum hops of `X-Forwarded-For` that are read, from the right. Chains of trusted proxies are far shorter, and
 * everything to the left of them is written by the caller.
 */
const HOPS_MAX = 20

/** The canonical address of a request's caller, from the address at the other end of its connection. */
export type ClientIp = (request: Request, peerAddress: string | undefined) => string | undefined

/**
 * Finds the caller's address behind proxies. `X-Forwarded-For` can be written by anyone, so it is read only
 * from right to left and only as far as each hop is one of the trusted proxies: the first one that is not
 * is the caller. Without trusted proxies the header means nothing.
 *
 * @throws Error for a range that is none
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

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[(.*)\](:\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop
}
