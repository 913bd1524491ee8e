import ipaddr from 'ipaddr.js'

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Special ranges that the library counts as unicast: 6to4 relays, documentation, benchmarking. */
const NOT_PUBLIC = [
  ipaddr.IPv4.parseCIDR('192.88.99.0/24'),
  ipaddr.IPv4.parseCIDR('198.18.0.0/15'),
  ipaddr.IPv6.parseCIDR('3fff::/20'),
  ipaddr.IPv6.parseCIDR('2001::/23'),
]

/**
 * Whether an address is one of the public internet. Everything else could be the service's own machine or
 * network: private, loopback, link-local (cloud metadata), shared (100.64/10), and the IPv6 forms that
 * carry an IPv4 address inside. Of IPv6 only 2000::/3 is public (RFC 4291); text that is no address is not.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv6' && !address.match(GLOBAL_UNICAST)) return false
  return !NOT_PUBLIC.some((range) => range[0].kind() === address.kind() && address.match(range))
}

/** Whether an address is this machine's own loopback, in either family or mapped into IPv6. */
export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback'
}
