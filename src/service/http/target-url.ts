import { isIP } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

/** Ports that a target may name; the sandbox allows any. 80 would be no https. */
const PORTS = new Set(['', '443', '8443'])

export type TargetRules = {
  /** In the sandbox http, any port and this machine's loopback are allowed as well. */
  sandbox: boolean
}

/**
 * Why a URL that somebody else chose cannot be called, in words that follow the field's name, or
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
