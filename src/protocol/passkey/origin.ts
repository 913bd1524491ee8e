/** Scheme, host and explicit port of a serialized origin. */
export type Origin = { scheme: 'http' | 'https'; host: string; port: string }

const ORIGIN = /^(https?):\/\/([a-z0-9.-]{1,253})(?::([1-9][0-9]{0,4}))?$/
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** A last label that makes the host an IPv4 address to a browser (WHATWG URL, "ends in a number"). */
const NUMBER = /^([0-9]+|0x[0-9a-f]*)$/

/**
 * The parts of an origin in the browser's serialization: lower-case ASCII, no path, no trailing dot, no user.
 * Undefined for anything else. It has its own grammar, because URL parsers repair invalid input.
 */
export function parseOrigin(origin: string): Origin | undefined {
  const [, scheme, host, port = ''] = ORIGIN.exec(origin) ?? []
  if (scheme === undefined || host === undefined || !isDomain(host) || Number(port) > 65_535) return undefined
  return { scheme: scheme === 'https' ? 'https' : 'http', host, port }
}

/**
 * Whether a text is a domain in its ASCII form: labels of letters, digits and inner hyphens. `localhost` is a
 * domain, an IPv4 address is not.
 */
export function isDomain(host: string): boolean {
  const labels = host.split('.')
  return host.length <= 253 && labels.every((label) => LABEL.test(label)) && !NUMBER.test(labels.at(-1) ?? '')
}

/** Whether a host is a domain or one of its subdomains. */
export function isWithinDomain(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

/**
 * Whether an assertion's origin, from its clientDataJSON, is allowed: https, or http on localhost and its
 * subdomains, with any port, and with the wallet's registered domain or a subdomain as its host. An origin elsewhere
 * is allowed only if it is exactly one of `relatedOrigins`, which are registered for the domain (WebAuthn L3 5.11). A
 * frame inside another site (`crossOrigin`, or a `topOrigin`) is allowed only below a registered embed origin. Source:
 * profile 3.
 */
export function originAllowed(ceremony: {
  origin: string
  registeredDomain: string
  crossOrigin?: boolean | undefined
  topOrigin?: string | undefined
  embedOrigins: readonly string[]
  relatedOrigins?: readonly string[]
}): boolean {
  const { registeredDomain, crossOrigin = false, topOrigin, embedOrigins, relatedOrigins = [] } = ceremony
  const isOfDomain = isDomain(registeredDomain) && isOriginWithin(ceremony.origin, registeredDomain)
  const isRelated = relatedOrigins.some((related) => sameOrigin(related, ceremony.origin))
  if (!isOfDomain && !isRelated) return false
  if (!crossOrigin && topOrigin === undefined) return true
  return topOrigin !== undefined && embedOrigins.some((embedOrigin) => sameOrigin(embedOrigin, topOrigin))
}

/** Whether an origin is secure and its host is a domain or one of its subdomains. */
export function isOriginWithin(text: string, domain: string): boolean {
  const origin = parseOrigin(text)
  return origin !== undefined && isSecure(origin) && isWithinDomain(origin.host, domain)
}

/**
 * Reason why an origin is invalid, in words that follow the field's name. Undefined for a valid origin. An origin
 * must have the form that browsers use, because origins are compared as strings. Plain http is allowed only on
 * localhost, where passkeys work without TLS.
 */
export function originProblem(text: string): string | undefined {
  const origin = parseOrigin(text)
  if (/^https?:\/\/(\[[\da-f:]+\]|[\d.]+)(:\d+)?$/.test(text)) {
    return 'must name a domain, such as localhost: passkeys do not work at IP addresses'
  }
  if (origin === undefined || origin.port === (origin.scheme === 'https' ? '443' : '80')) {
    return 'must be written as browsers do: scheme and host in lower case, no default port, nothing after it'
  }
  return isSecure(origin) ? undefined : 'must use https outside localhost'
}

/** Whether two texts are the same secure origin. A default port is optional. */
export function sameOrigin(one: string, other: string): boolean {
  const [first, second] = [parseOrigin(one), parseOrigin(other)]
  if (first === undefined || second === undefined || !isSecure(first)) return false
  return first.scheme === second.scheme && first.host === second.host && readPort(first) === readPort(second)
}

function isSecure(origin: Origin): boolean {
  return origin.scheme === 'https' || isWithinDomain(origin.host, 'localhost')
}

function readPort(origin: Origin): string {
  if (origin.port !== '') return origin.port
  return origin.scheme === 'https' ? '443' : '80'
}
