import { isDomain, isWithinDomain } from '#protocol/passkey/origin.ts'
import { WidgetError } from './errors.ts'

const FLOWS = [
  'create',
  'send',
  'login',
  'receive',
  'backup',
  'recover',
  'protect',
  'devices',
  'sign',
] as const
export type FlowName = (typeof FLOWS)[number]

/** The page's settings; absent attributes are undefined. */
export type Settings = ReturnType<typeof parseSettings>

/**
 * Parses the element's attributes once. `host` is the page's hostname.
 *
 * @throws WidgetError `CONFIGURATION` or `RP_ID_MISMATCH`; `detail` names what the page must change.
 */
export function parseSettings(attribute: (name: string) => string | null, host: string) {
  const text = (name: string) => attribute(name)?.trim() || undefined
  return {
    apiUrl: parseApiUrl(text('api-url')),
    flow: parseFlow(text('flow')),
    /** Relying-party domain of a new passkey. */
    rpId: parseRpId(text('rp-id'), host),
    /** The only chain that the server may name. */
    chainId: text('chain-id'),
    label: text('label'),
    walletAddress: text('wallet-address'),
    tokenAddress: text('token-address'),
    to: text('to'),
    amount: text('amount'),
    /** The others: `token-decimals`, `token-symbol` and `max-fee`. */
    attribute,
  }
}

/**
 * The server's origin.
 *
 * @throws WidgetError `CONFIGURATION`
 */
export function parseApiUrl(text = ''): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const secure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isWithinDomain(url.hostname, 'localhost'))
  if (url === undefined || !secure || url.href !== `${url.origin}/`) {
    throw new WidgetError('CONFIGURATION', {
      detail: 'api-url must be an origin such as https://wallets.example',
    })
  }
  return url.origin
}

function parseFlow(text: string | undefined): FlowName {
  const flow = FLOWS.find((name) => name === text)
  if (flow !== undefined) return flow
  throw new WidgetError('CONFIGURATION', { detail: `flow must be one of ${FLOWS.join(', ')}` })
}

/**
 * A passkey's domain is the page's hostname or one above it, never with a port or scheme.
 *
 * @throws WidgetError `RP_ID_MISMATCH`; `CONFIGURATION` on a page at an IP address, which no passkey works on
 */
export function parseRpId(text: string | undefined, host: string): string {
  const rpId = text ?? host
  if (!isDomain(rpId)) {
    throw new WidgetError(text ? 'RP_ID_MISMATCH' : 'CONFIGURATION', {
      detail: `rp-id must be a domain: ${rpId}`,
    })
  }
  assertWithin(host, rpId)
  return rpId
}

/** Throws `RP_ID_MISMATCH` when a page on `host` cannot use passkeys of `rpId`. */
export function assertWithin(host: string, rpId: string): void {
  if (isWithinDomain(host, rpId)) return
  throw new WidgetError('RP_ID_MISMATCH', {
    detail: `${host} is not ${rpId} or below it`,
  })
}
