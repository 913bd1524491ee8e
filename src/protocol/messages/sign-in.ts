import { sameAddress } from '#protocol/display/address.ts'

/**
 * `site` and `uri`: the message names a site or URI other than that of the page. `malformed`: the message as a whole
 * does not have the required form.
 */
export type SignInFault = 'malformed' | 'site' | 'uri' | 'account' | 'chain' | 'expired' | 'early'

const DATETIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)`
const PATTERN = [
  String.raw`^(?:(?<scheme>[a-zA-Z][\w+.-]*)://)?(?<domain>[^\s/?#@]+)`,
  String.raw` wants you to sign in with your Ethereum account:\n(?<address>0x[\da-fA-F]{40})\n\n`,
  String.raw`(?:[^\r\n]+\n)?\nURI: (?<uri>\S+)\nVersion: 1\nChain ID: (?<chainId>\d+)`,
  String.raw`\nNonce: [\dA-Za-z]{8,}\nIssued At: ${DATETIME}`,
  String.raw`(?:\nExpiration Time: (?<end>${DATETIME}))?(?:\nNot Before: (?<start>${DATETIME}))?`,
  String.raw`(?:\nRequest ID: [^\s/?#]*)?(?:\nResources:(?:\n- \S+)*)?$`,
].join('')
const MEMBERS = new RegExp(PATTERN)

/**
 * Reads a Sign-In with Ethereum message and its differences from the requesting page (`origin` is its real origin),
 * the wallet and the time. Undefined for a text that does not look like such a message. Source: EIP-4361, version 1.
 */
export function readSignIn(
  text: string,
  page: { origin: string; walletAddress: string; chainId: number; nowMs: number },
): { domain: string; uri: string; faults: SignInFault[] } | undefined {
  if (!/wants you to sign in with your Ethereum account/i.test(text)) return undefined
  const members = MEMBERS.exec(text)?.groups
  if (members === undefined) return { domain: '', uri: '', faults: ['malformed'] }
  const { scheme, domain = '', address = '', uri = '', chainId, end, start } = members
  const { origin, nowMs } = page
  const [ownScheme, ownDomain] = origin.split('://')
  const faults: [SignInFault, isFault: boolean][] = [
    ['site', domain !== ownDomain || (scheme ?? ownScheme) !== ownScheme],
    ['uri', uri !== origin && !/^[/?#]/.test(uri.startsWith(origin) ? uri.slice(origin.length) : '')],
    ['account', !sameAddress(address, page.walletAddress)],
    ['chain', chainId !== String(page.chainId)],
    ['expired', end !== undefined && !(Date.parse(end) > nowMs)],
    ['early', start !== undefined && !(Date.parse(start) <= nowMs)],
  ]
  return { domain, uri, faults: faults.flatMap(([name, isFault]) => (isFault ? [name] : [])) }
}
