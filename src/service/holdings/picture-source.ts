import type { HasPictureGateways, HasSandboxFlag } from '#service/context-parts.ts'
import { safeFetch, TargetError } from '#service/http/safe-fetch.ts'

/** Reason why a source named by a contract could not be loaded. The codes are stable words of the response. */
export class SourceError extends Error {
  override name = 'SourceError'
  readonly problem: 'kind' | 'size' | 'unreachable'

  constructor(problem: SourceError['problem'], cause?: unknown) {
    super(`what the contract names could not be had: ${problem}`, { cause })
    this.problem = problem
  }
}

export type SourceRules = HasSandboxFlag['settings'] & HasPictureGateways['settings']

const TIMEOUT_MS = 6_000
const REDIRECTS_MAX = 2

/**
 * Returns the bytes of a URI that a contract names: from the URI itself (`data:`), from IPFS or Arweave through a gateway,
 * or from the web. Requests to the web follow the rules for webhooks, which also apply to each redirect.
 *
 * @throws SourceError
 */
export async function readSource(uri: string, bytesMax: number, rules: SourceRules): Promise<Buffer> {
  if (/^data:/i.test(uri)) return readDataUrl(uri, bytesMax)
  for (const { pattern, gateway } of STORES) {
    const path = pattern.exec(uri)?.[1]
    if (path === undefined) continue
    const base = gateway(rules)
    if (base === undefined) throw new SourceError('unreachable')
    return readWeb(`${base.replace(/\/$/, '')}/${path}`, bytesMax, rules)
  }
  return readWeb(uri, bytesMax, rules)
}

/** Stores that are not on the web: IPFS, and Arweave (blockscout/blockscout 11019). */
const STORES: readonly { pattern: RegExp; gateway: (rules: SourceRules) => string | undefined }[] = [
  { pattern: /^ipfs:\/\/(?:ipfs\/)?(.+)$/i, gateway: ({ ipfsGateway }) => ipfsGateway },
  { pattern: /^ar:\/\/(.+)$/i, gateway: ({ arweaveGateway }) => arweaveGateway },
]

function readDataUrl(uri: string, bytesMax: number): Buffer {
  const comma = uri.indexOf(',')
  if (comma === -1) throw new SourceError('kind')
  // Three characters of percent encoding or four of base64 contain at least one byte.
  if (uri.length - comma > 4 * bytesMax) throw new SourceError('size')
  const isBase64 = /;base64$/i.test(uri.slice(0, comma))
  const bytes = isBase64 ? Buffer.from(uri.slice(comma + 1), 'base64') : percentDecoded(uri.slice(comma + 1))
  if (bytes.byteLength > bytesMax) throw new SourceError('size')
  return bytes
}

/** Decodes percent escapes. Many contracts encode nothing, so any text that is not an escape stays unchanged. */
function percentDecoded(text: string): Buffer {
  try {
    return Buffer.from(decodeURIComponent(text))
  } catch {
    return Buffer.from(text)
  }
}

async function readWeb(uri: string, bytesMax: number, rules: SourceRules): Promise<Buffer> {
  let target = uri
  for (let steps = 0; steps <= REDIRECTS_MAX; steps += 1) {
    const answer = await fetchOnce(target, bytesMax, rules)
    const { location } = answer.headers
    if (answer.status < 300 || answer.status >= 400 || typeof location !== 'string') {
      if (answer.status !== 200) throw new SourceError('unreachable')
      if (answer.body.byteLength > bytesMax) throw new SourceError('size')
      return answer.body
    }
    if (!URL.canParse(location, target)) throw new SourceError('unreachable')
    target = new URL(location, target).href
  }
  throw new SourceError('unreachable')
}

async function fetchOnce(target: string, bytesMax: number, rules: SourceRules) {
  try {
    return await safeFetch(target, {
      ...rules,
      timeoutMs: TIMEOUT_MS,
      bytesMax: bytesMax + 1,
      headers: { accept: 'application/json, image/png, image/jpeg, image/gif, image/webp, */*;q=0.1' },
    })
  } catch (error) {
    if (!(error instanceof TargetError)) throw error
    throw new SourceError(error.problem === 'url' ? 'kind' : 'unreachable', error)
  }
}
