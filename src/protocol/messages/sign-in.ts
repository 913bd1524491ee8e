import { sameAddress } from '#protocol/display/address.ts'

/** The members of a Sign-In with Ethereum message that are compared; the others stand in the text. */
export type SignIn = ReturnType<typeof parseSignIn>

/** What is wrong with a sign-in on this page: `site` and `uri` are for another one, the others as they are named. */
export type SignInFault = 'site' | 'uri' | 'account' | 'chain' | 'expired' | 'early'

const DATETIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)`
const MEMBERS = new RegExp(
  [
    String.raw`^(?:(?<scheme>[a-zA-Z][\w+.-]*)://)?(?<domain>[^\s/?#@]+)`,
    String.raw` wants you to sign in with your Ethereum account:\n(?<address>0x[\da-fA-F]{40})\n\n`,
    String.raw`(?:[^\r\n]+\n)?\nURI: (?<uri>\S+)\nVersion: 1\nChain ID: (?<chainId>\d+)`,
    String.raw`\nNonce: [\dA-Za-z]{8,}\nIssued At: ${DATETIME}`,
    String.raw`(?:\nExpiration Time: (?<expirationTime>${DATETIME}))?(?:\nNot Before: (?<notBefore>${DATETIME}))?`,
    String.raw`(?:\nRequest ID: [^\s/?#]*)?(?:\nResources:(?:\n- \S+)*)?$`,
  ].join(''),
)

/** Whether a text means to be one: if `parseSignIn` finds none in it, it is a malformed one. */
export function isSignIn(text: string): boolean {
  return /wants you to sign in with your Ethereum account/i.test(text)
}

/** The members of a text that is one as a whole, or undefined. Source: EIP-4361, version 1. */
export function parseSignIn(text: string) {
  const members = MEMBERS.exec(text)?.groups
  if (members === undefined) return undefined
  const { scheme, domain = '', address = '', uri = '', chainId = '', expirationTime, notBefore } = members
  return { scheme, domain, address, uri, chainId, expirationTime, notBefore }
}

/** What differs from the page that asks, the wallet, and the time. `origin` is the page's real one. */
export function signInFaults(
  signIn: NonNullable<SignIn>,
  page: { origin: string; walletAddress: string; chainId: number; nowMs: number },
): SignInFault[] {
  const { scheme, domain, uri, address, chainId, expirationTime, notBefore } = signIn
  const { origin, nowMs } = page
  const [ownScheme, ownDomain] = origin.split('://')
  const faults: [SignInFault, isFault: boolean][] = [
    ['site', domain !== ownDomain || (scheme ?? ownScheme) !== ownScheme],
    ['uri', uri !== origin && !/^[/?#]/.test(uri.startsWith(origin) ? uri.slice(origin.length) : '')],
    ['account', !sameAddress(address, page.walletAddress)],
    ['chain', chainId !== String(page.chainId)],
    ['expired', expirationTime !== undefined && !(Date.parse(expirationTime) > nowMs)],
    ['early', notBefore !== undefined && !(Date.parse(notBefore) <= nowMs)],
  ]
  return faults.flatMap(([name, isFault]) => (isFault ? [name] : []))
}
