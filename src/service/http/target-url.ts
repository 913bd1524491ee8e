import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Ports that a target may name; the sandbox allows any. 80 would be no https. */
const PORTS = new Set(['', '443', '8443'])

export type TargetRules = {
  /** In the sandbox http, any port and this machine's loopback are allowed as well. */
  sandbox: boolean
}

/**
 * Why a URL that a third party chose cannot be called, in words that follow the field's name, or
 * `undefined`. Names are judged by their addresses when they are called (`safeFetch`).
 */
export function targetUrlProblem(text: string, rules: TargetRules): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL such as https://shop.example/webhooks'
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(rules.sandbox && url.protocol === 'http:'))
    return 'must begin with https://'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  if (url.hash !== '') return 'must not contain a fragment'
  if (!rules.sandbox && !PORTS.has(url.port)) return 'must use port 443 or 8443'
  const known = knownAddresses(url)
  if (known !== undefined && !known.every((address) => isAllowedAddress(address, rules))) {
    return 'must be at a public address'
  }
  return undefined
}

/** The addresses that a URL names without a resolver: a literal one, or the loopback's (RFC 6761). */
export function knownAddresses(url: URL): string[] | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return [host]
  const name = host.replace(/\.$/, '')
  return name === 'localhost' || name.endsWith('.localhost') ? ['127.0.0.1', '::1'] : undefined
}

export function isAllowedAddress(address: string, rules: TargetRules): boolean {
  return isPublicAddress(address) || (rules.sandbox && isLoopbackAddress(address))
}

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
function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback'
}
