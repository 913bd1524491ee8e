import { isDomain } from '#protocol/passkey/origin.ts'
import { FLOWS, serverOrigin } from './attributes/attribute-types.ts'
import { namesFor, type AttributeName } from './attributes/attributes.ts'
import { missingText, readAttribute } from './attributes/read-attribute.ts'
import { WidgetError } from './errors.ts'

export type FlowName = (typeof FLOWS)[number]

/** The page's settings. A missing attribute is undefined. */
export type Settings = {
  apiUrl: string
  flow: FlowName
  /** Relying-party domain of a new passkey. */
  rpId: string
  /** The only chain that the server may report. */
  chainId: string | undefined
  label: string | undefined
  walletAddress: string | undefined
  tokenAddress: string | undefined
  to: string | undefined
  amount: string | undefined
  /** Reads the other attributes: `token-decimals`, `token-symbol` and `max-fee`. */
  attribute: (name: AttributeName) => string | undefined
}

/**
 * Parses the element's attributes once. `host` is the page's hostname.
 *
 * @throws WidgetError `CONFIGURATION` or `RP_ID_MISMATCH`, with the needed change in `detail`
 */
export function parseSettings(given: (name: string) => string | null, host: string): Settings {
  const attribute = (name: AttributeName) => readAttribute(name, given(name))
  // Validates all attributes now, including those that only a later step reads.
  for (const name of namesFor('wallet')) attribute(name)
  return {
    apiUrl: parseApiUrl(given('api-url')),
    flow: parseFlow(attribute('flow')),
    rpId: parseRpId(given('rp-id'), host),
    chainId: attribute('chain-id'),
    label: attribute('label'),
    walletAddress: attribute('wallet-address'),
    tokenAddress: attribute('token-address'),
    to: attribute('to'),
    amount: attribute('amount'),
    attribute,
  }
}

/**
 * Parses the server's origin.
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
 * Parses a passkey's domain, without port or scheme. Undefined means the page's hostname.
 *
 * @throws WidgetError `RP_ID_MISMATCH`, or `CONFIGURATION` if the page is at an IP address, where no passkey
 * works
 */
export function parseRpId(given: unknown, host: string, shownAs = 'rp-id'): string {
  const rpId = readAttribute('rp-id', given, shownAs) ?? host
  if (!isDomain(rpId))
    throw new WidgetError('CONFIGURATION', { detail: `${shownAs} must be a domain: ${rpId}` })
  return rpId
}
