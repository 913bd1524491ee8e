import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'
import { IP_RANGES_MAX } from './limits.ts'

/** A block of IP addresses: its first address and the length of the common prefix. */
export type IpRange = { network: ipaddr.IPv4 | ipaddr.IPv6; prefixLength: number }

/** Maximum length of an address with its prefix and zone, in characters. */
const TEXT_LENGTH_MAX = 100

/**
 * The canonical text of an address, or undefined if invalid. IPv4 within IPv6, as a listener on both families
 * reports it, becomes the IPv4 address. The zone of a link-local address is removed, because it is local to
 * this machine.
 */
export function normaliseIp(text = ''): string | undefined {
  if (text.length > TEXT_LENGTH_MAX) return undefined
  return parseIp(text.split('%', 1).join())?.toString()
}

/**
 * Reads `203.0.113.0/24`, `2001:db8::/32` or a single address. Returns undefined for anything else: the
 * shorthands of old resolvers (`10.1`, `0x7f000001`, `010.0.0.1`) and IPv4 within IPv6 mean different things to
 * different readers.
 */
export function parseIpRange(text: string): IpRange | undefined {
  if (text.length > TEXT_LENGTH_MAX) return undefined
  const [address = '', prefix, ...rest] = text.split('/')
  const isMapped = ipaddr.IPv6.isValid(address) && ipaddr.IPv6.parse(address).isIPv4MappedAddress()
  const network = isMapped ? undefined : parseIp(address)
  if (network === undefined || rest.length > 0) return undefined
  const bits = network.kind() === 'ipv4' ? 32 : 128
  if (prefix !== undefined && !/^(0|[1-9][0-9]{0,2})$/.test(prefix)) return undefined
  const prefixLength = prefix === undefined ? bits : Number(prefix)
  if (prefixLength > bits) return undefined
  const canonical = `${network.toString()}/${prefixLength}`
  const first =
    network.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(canonical)
      : ipaddr.IPv6.networkAddressFromCIDR(canonical)
  return { network: first, prefixLength }
}

/** The ranges of an allowlist. The console's forms and the service use the same schema. */
export const ipRangesSchema = z
  .array(
    z
      .string()
      .check(
        z.refine(
          (text) => parseIpRange(text) !== undefined,
          'must be an IP address or a range such as 203.0.113.0/24',
        ),
      ),
  )
  .check(z.maxLength(IP_RANGES_MAX, `must be at most ${IP_RANGES_MAX} ranges`))

/** The canonical text of a range: the first address of the block, and its prefix. */
export function formatIpRange({ network, prefixLength }: IpRange): string {
  return `${network.toString()}/${prefixLength}`
}

/** Whether an address lies in one of the ranges. False for an invalid address. */
export function isInRanges(ip: string | undefined, ranges: readonly IpRange[]): boolean {
  const address = ip === undefined ? undefined : parseIp(ip)
  if (address === undefined) return false
  return ranges.some(
    ({ network, prefixLength }) => network.kind() === address.kind() && address.match(network, prefixLength),
  )
}

/** Whether every address of the first block lies in `outer`. */
export function isRangeWithin({ network, prefixLength }: IpRange, outer: IpRange): boolean {
  return (
    network.kind() === outer.network.kind() &&
    prefixLength >= outer.prefixLength &&
    network.match(outer.network, outer.prefixLength)
  )
}

function parseIp(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined
  // The parser reads `::192.0.2.1`, a deprecated and different address, as IPv4 within IPv6.
  if (text.includes('.') && !/^::ffff:/i.test(text)) return undefined
  const address = ipaddr.IPv6.parse(text)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}
