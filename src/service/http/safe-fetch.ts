import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import ipaddr from 'ipaddr.js'
import { Agent, errors, request } from 'undici'
import { readNetworkCode, type NetworkProblem } from './network-codes.ts'

/**
 * Reason why a target did not respond. `url`, `address`: refused before any connection. `name`: the host name has no
 * address. All other reasons are network problems.
 */
type TargetProblem = 'url' | 'address' | 'name' | NetworkProblem

export class TargetError extends Error {
  override name = 'TargetError'
  readonly problem: TargetProblem

  constructor(problem: TargetProblem, cause?: unknown) {
    super(`the target could not be called: ${problem}`, { cause })
    this.problem = problem
  }
}

export type SafeFetchOptions = TargetRules & {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Timeout in milliseconds for the whole call: resolving the name, the connection and the response. */
  timeoutMs: number
  /** Returns all addresses of a name. Undefined means a query to DNS, without this machine's hosts file. */
  resolve?: (name: string) => Promise<string[]>
  signal?: AbortSignal
  /** Maximum bytes of a response that are read. Undefined means 64 kB. */
  bytesMax?: number
  /**
   * Maximum milliseconds to wait for the body if only the status matters. A late or incomplete body is then not a
   * failure. Undefined means that the body is needed.
   */
  optionalBodyMs?: number
}

export type TargetAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The first bytes of the body, unchanged. */
  body: Buffer
}

const ANSWER_BYTES_MAX = 64 * 1_024
const RESOLVE_TIMEOUT_MS = 3_000
/**
 * Milliseconds for an address to connect before the next one is tried. Node's default of 250 ms is too short for a
 * distant server.
 */
const CONNECT_MS = 2_000

/**
 * Calls a URL that a third party chose, without reaching anything that only this machine can reach. The name is
 * resolved once, every one of its addresses must be allowed, and the connection goes to one of these addresses. No
 * redirect is followed, and only the beginning of the response is read (notes: profile 10, ADR 0017).
 *
 * @throws TargetError
 */
export async function safeFetch(target: string, options: SafeFetchOptions): Promise<TargetAnswer> {
  if (targetUrlProblem(target, options) !== undefined) throw new TargetError('url')
  const url = new URL(target)
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  const addresses = await allowedAddresses(url, options, signal)
  const connect = {
    lookup: createLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: CONNECT_MS,
  }
  const agent = new Agent({ connect, pipelining: 0 })
  try {
    const { method = 'GET', headers = {}, body = null } = options
    const answer = await request(url, { method, headers, body, signal, dispatcher: agent })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: await readBody(answer.body, options),
    }
  } catch (cause) {
    throw new TargetError(timeout.aborted ? 'timeout' : networkProblem(cause), cause)
  } finally {
    await agent.destroy()
  }
}

async function allowedAddresses(url: URL, options: SafeFetchOptions, signal: AbortSignal) {
  const addresses = knownAddresses(url) ?? (await resolveName(url.hostname, options, signal))
  if (addresses.length === 0) throw new TargetError('name')
  // Refuses the target even if only one address is disallowed, because the connection would use it if the allowed
  // addresses do not respond.
  if (!addresses.every((address) => isAllowedAddress(address, options))) throw new TargetError('address')
  return addresses
}

async function resolveName(name: string, options: SafeFetchOptions, signal: AbortSignal): Promise<string[]> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new TargetError('timeout'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
  try {
    return await Promise.race([(options.resolve ?? resolveByDns)(name), aborted])
  } catch (cause) {
    throw cause instanceof TargetError ? cause : new TargetError('name', cause)
  }
}

/** Queries DNS directly: the system's resolver has few threads, which one slow name server could keep busy. */
async function resolveByDns(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** Creates a lookup that returns the checked addresses for every name. */
function createLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, options, callback) => {
    const [first] = found
    if (options.all === true) callback(null, found)
    else callback(null, first?.address ?? '', first?.family)
  }
}

type BodyLimits = Pick<SafeFetchOptions, 'bytesMax' | 'optionalBodyMs'>

async function readBody(
  body: Readable,
  { bytesMax = ANSWER_BYTES_MAX, optionalBodyMs }: BodyLimits,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  const timer = optionalBodyMs && setTimeout(() => body.destroy(), optionalBodyMs)
  try {
    await readChunks(body, bytesMax, chunks)
  } catch (error) {
    if (optionalBodyMs === undefined) throw error
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks).subarray(0, bytesMax)
}

/** Adds the chunks to `chunks` as they arrive, so that the chunks before an error are kept. */
async function readChunks(body: Readable, bytesMax: number, chunks: Buffer[]): Promise<void> {
  let bytes = 0
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue
    chunks.push(Buffer.from(chunk))
    bytes += chunk.byteLength
    if (bytes >= bytesMax) return
  }
}

function networkProblem(cause: unknown): TargetProblem {
  if (cause instanceof errors.HTTPParserError) return 'malformed'
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return readNetworkCode(code)
}

/** Ports that a target may name. The sandbox allows any. Port 80 would not be https. */
const PORTS = new Set(['', '443', '8443'])

type TargetRules = {
  /** In the sandbox, http, any port and this machine's loopback are also allowed. */
  sandbox: boolean
}

/**
 * Reason why a URL that a third party chose cannot be called, in words that follow the field's name. Undefined if it
 * can be called. Host names are judged by their addresses when they are called (`safeFetch`).
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

/** The addresses of a URL that needs no resolver: a literal address, or the loopback's (RFC 6761). */
function knownAddresses(url: URL): string[] | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return [host]
  const name = host.replace(/\.$/, '')
  return name === 'localhost' || name.endsWith('.localhost') ? ['127.0.0.1', '::1'] : undefined
}

function isAllowedAddress(address: string, rules: TargetRules): boolean {
  if (isPublicAddress(address)) return true
  // This machine's own loopback, in either family or mapped into IPv6.
  return rules.sandbox && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
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
 * Whether an address is on the public internet. Other addresses could lead to the service's own machine or network:
 * private, loopback, link-local (cloud metadata), shared (100.64/10), and the IPv6 forms that contain an IPv4
 * address. Only 2000::/3 of IPv6 is public (RFC 4291). A text that is not an address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv6' && !address.match(GLOBAL_UNICAST)) return false
  return !NOT_PUBLIC.some((range) => range[0].kind() === address.kind() && address.match(range))
}
