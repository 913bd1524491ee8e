import { isDomain, isWithinDomain } from '#protocol/passkey/origin.ts'
import { FLOWS, serverOrigin } from './attributes/attribute-types.ts'
import { namesFor, type AttributeName } from './attributes/attributes.ts'
import { missingText, readAttribute } from './attributes/read-attribute.ts'
import { WidgetError } from './errors.ts'

export type FlowName = (typeof FLOWS)[number]

/** The page's settings; absent attributes are undefined. */
export type Settings = ReturnType<typeof parseSettings>

/**
 * Parses the element's attributes once. `host` is the page's hostname.
 *
 * @throws WidgetError `CONFIGURATION` or `RP_ID_MISMATCH`; `detail` names what the page must change.
 */
export function parseSettings(given: (name: string) => string | null, host: string) {
  const attribute = (name: AttributeName) => readAttribute(name, given(name))
  // All at once: a value that only a later step reads is wrong from the start.
  for (const name of namesFor('wallet')) attribute(name)
  return {
    apiUrl: parseApiUrl(given('api-url')),
    flow: parseFlow(attribute('flow')),
    /** Relying-party domain of a new passkey. */
    rpId: parseRpId(given('rp-id'), host),
    /** The only chain that the server may name. */
    chainId: attribute('chain-id'),
    label: attribute('label'),
    walletAddress: attribute('wallet-address'),
    tokenAddress: attribute('token-address'),
    to: attribute('to'),
    amount: attribute('amount'),
    /** The others: `token-decimals`, `token-symbol` and `max-fee`. */
    attribute,
  }
}

/**
 * The server's origin.
 *
 * @throws WidgetError `CONFIGURATION`
 */
export function parseApiUrl(given: unknown, shownAs = 'api-url'): string {
  const origin = serverOrigin(readAttribute('api-url', given, shownAs) ?? '')
  if (origin !== undefined) return origin
  throw new WidgetError('CONFIGURATION', {
    detail: missingText('api-url', shownAs),
  })
}

function parseFlow(text: string | undefined): FlowName {
  const flow = FLOWS.find((name) => name === text)
  if (flow !== undefined) return flow
  throw new WidgetError('CONFIGURATION', {
    detail: missingText('flow'),
  })
}

/**
 * A passkey's domain is the page's hostname or one above it, never with a port or scheme.
 *
 * @throws WidgetError `RP_ID_MISMATCH`; `CONFIGURATION` on a page at an IP address, which no passkey works on
 */
export function parseRpId(given: unknown, host: string, shownAs = 'rp-id'): string {
  const rpId = readAttribute('rp-id', given, shownAs) ?? host
  if (!isDomain(rpId))
    throw new WidgetError('CONFIGURATION', { detail: `${shownAs} must be a domain: ${rpId}` })
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
