import { getTypesForEIP712Domain, hashMessage, hashTypedData, type Hex } from 'viem'
import { type CallDescription, warning, type DescribedCall } from '#protocol/display/call-description.ts'
import { revealText } from '#protocol/display/text.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { bytesFromText, textFromBytes } from '#protocol/signing/utf8.ts'
import { typedDataSchema, type SignableMessage, type TypedData } from '#protocol/widget-call.ts'
import { valuesOf, type Values } from './typed-data.ts'
import { sameAddress } from '#protocol/display/address.ts'
import type { Grant, Quantity } from '#protocol/effects/effect.ts'
import { describeGrant } from '#protocol/effects/grant.ts'
import { UINT256_END } from '#protocol/signing/word.ts'

/**
 * `gives`: others may take tokens by it; `unread`: its effect is unknown. Those two alone may move what a wallet holds.
 * `hidden`: invisible marks.
 */
export type MessageWarning = SignInFault | 'hidden' | 'gives' | 'unread'

/** A message as it is displayed, all of it from what is hashed. */
export type ReadMessage = {
  kind: 'text' | 'sign-in' | 'permission' | 'data'
  hash: Hex
  /** A text, whole; bytes that are none as hex. */
  text?: string
  signIn?: { domain: string; uri: string }
  /** Every value of typed data by its path. */
  values: (readonly [path: string, text: string])[]
  permissions: CallDescription[]
  warnings: MessageWarning[]
}

/**
 * Reads what a message is; undefined for what may be a transaction, or the hash of anything. `origin` is the real one of the
 * page that asks.
 *
 * @throws an Error that says what is wrong with it
 */
export function readMessage(
  message: SignableMessage,
  page: Signer & { origin: string; nowMs: number },
): ReadMessage | undefined {
  if (message.kind === 'typed-data') return readTyped(message.typedData, page)
  const bytes = message.kind === 'text' ? bytesFromText(message.text) : bytesFromHex(message.data)
  const text = textIn(bytes)
  // A text may be the hex of bytes.
  const digits = /^\s*(?:0x)?((?:[\da-f]{2})+)\s*$/i.exec(text ?? '')?.[1] ?? ''
  if (isUnsafe(text === undefined ? bytes : bytesFromHex(`0x${digits}`))) return undefined
  const read = { hash: hashMessage({ raw: bytes }), values: [], permissions: [] }
  if (text === undefined) return { ...read, kind: 'data', text: hexFromBytes(bytes), warnings: ['unread'] }
  const shown = revealText(text)
  const signIn = readSignIn(text, page)
  const warnings: MessageWarning[] = [
    ...(signIn?.faults ?? []),
    ...(shown === text ? [] : ['hidden' as const]),
  ]
  // A hash that is a text too can be searched for; in so few letters it is too rare.
  if (bytes.length === 32 && !/^[\da-z \n.,:-]*$/i.test(text)) warnings.push('unread')
  return signIn === undefined
    ? { ...read, kind: 'text', text: shown, warnings }
    : { ...read, kind: 'sign-in', text: shown, signIn, warnings }
}

/** @throws RangeError for another chain than the wallet's, on which no signature of it is valid; viem's errors */
function readTyped(given: object, page: Signer): ReadMessage {
  const typedData = typedDataSchema.parse(given)
  const types = { EIP712Domain: getTypesForEIP712Domain(typedData), ...typedData.types }
  const domain = valuesOf(types, 'EIP712Domain', typedData.domain)
  const message = valuesOf(types, typedData.primaryType, typedData.message)
  if ((domain.get('chainId') ?? String(page.chainId)) !== String(page.chainId))
    throw new RangeError(`domain.chainId must be ${page.chainId}`)
  const known = readPermissions(typedData, { domain, message }, page)
  const gives = known?.some(({ severity }) => severity === 'danger')
  const own = [...domain].map(([name, text]) => [`domain.${name}`, text] as const)
  return {
    kind: known === undefined ? 'data' : 'permission',
    hash: hashTypedData(typedData),
    values: [...own, ...message].map(([path, text]) => [path, revealText(text)] as const),
    permissions: known ?? [],
    warnings: known === undefined ? ['unread'] : gives ? ['gives'] : [],
  }
}

/** The text that bytes are, unless they are none that can be read. */
function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = textFromBytes(bytes)
    return /[^\P{C}\p{Cf}\t\n\r]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** A hash, what is hashed to be signed (EIP-191), or a transaction: one RLP list, perhaps after its type (EIP-2718). */
function isUnsafe(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes
  const list = bytes.subarray(first < 0x80 && second >= 0xc0 ? 1 : 0)
  const prefix = list[0] ?? 0
  const sized = Math.max(0, prefix - 0xf7)
  const length = list.slice(1, 1 + sized).reduce((sum, byte) => sum * 256 + byte, 0)
  const isList = prefix >= 0xc0 && list.length === 1 + sized + (length || prefix - 0xc0)
  return bytes.length === 32 || (first === 0x19 && bytes.length > 32) || (isList && bytes.length > 8)
}

/** Who signs, and what is known of tokens. */
type Signer = Pick<DescribedCall, 'chainId' | 'walletAddress' | 'tokens'>

const TRANSFER = 'address spender,uint256 nonce,uint256 deadline'
const ITEM = 'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const ORDER =
  'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter'

/** The structs of a token's own permits (EIP-2612, DAI), of Permit2, of Seaport, and within them; one with a witness up to it. */
const STRUCTS = [
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
  'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
  'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)',
  'PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)',
  `PermitTransferFrom(TokenPermissions permitted,${TRANSFER})`,
  `PermitBatchTransferFrom(TokenPermissions[] permitted,${TRANSFER})`,
  `PermitWitnessTransferFrom(TokenPermissions permitted,${TRANSFER},`,
  `PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,${TRANSFER},`,
  `OrderComponents(${ORDER})`,
  'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)',
  'TokenPermissions(address token,uint256 amount)',
  `OfferItem(${ITEM})`,
  `ConsiderationItem(${ITEM},address recipient)`,
]
/** What the contracts are signed of which they are: Permit2, and Seaport 1.6 and 1.5. Any token may have `Permit`. */
const CONTRACTS: Readonly<Record<string, RegExp>> = {
  '0x000000000022d473030f116ddee9f6b43ac78ba3': /^Permit(Single|Batch|(Batch)?(Witness)?TransferFrom)$/,
  '0x0000000000000068f116a894984e2db1123eb395': /^OrderComponents$/,
  '0x00000000000000adc04c56bf30ac9d3c0aaf14dc': /^OrderComponents$/,
}

/**
 * What typed data of a known kind lets others take from the wallet: the permits of EIP-2612 and DAI, those of Permit2,
 * orders of Seaport. Undefined for every other type or contract, and for what another account would have to sign.
 */
function readPermissions(
  { types, primaryType }: TypedData,
  { domain, message }: Record<'domain' | 'message', Values>,
  signer: Signer,
): CallDescription[] | undefined {
  const contract = domain.get('verifyingContract') ?? ''
  const owner = ['owner', 'holder', 'offerer'].map((name) => message.get(name)).find(Boolean)
  const isKnown = (CONTRACTS[contract.toLowerCase()] ?? /^Permit$/).test(primaryType)
  const isOther = Object.entries(types).some(([name, members]) => {
    const struct = `${name}(${members.map((member) => `${member.type} ${member.name}`).join()})`
    const known = STRUCTS.filter((one) => one.startsWith(`${name}(`))
    return known.length > 0 && !known.some((one) => struct.startsWith(one))
  })
  if (!isKnown || isOther || contract === '') return undefined
  if (owner !== undefined && !sameAddress(owner, signer.walletAddress)) return undefined
  const items = ['details', 'permitted', 'offer'].flatMap((list) => itemsAt(message, list))
  return (primaryType === 'Permit' ? [''] : items).map((at) => permissionOf(message, at, contract, signer))
}

/** The paths of one item, or of each of a list. */
function itemsAt(message: Values, list: string): string[] {
  if (message.has(`${list}.token`)) return [`${list}.`]
  const paths: string[] = []
  while (message.has(`${list}[${paths.length}].token`)) paths.push(`${list}[${paths.length}].`)
  return paths
}

/** As an approval of the same, but always dangerous: whoever has the signature needs nothing else. */
function permissionOf(message: Values, at: string, contract: string, signer: Signer): CallDescription {
  const token = message.get(`${at}token`) ?? contract
  const what = quantityOf(message, at)
  const isNothing = what.is === 'coins' && what.units === '0'
  const to = message.get('spender') ?? contract
  const grant: Grant = { does: 'grant', token, what, to, sets: isNothing ? 'nothing' : 'to' }
  const kind = { coins: 'erc20-approve', item: 'erc721-approve', all: 'set-approval-for-all' } as const
  const call = { ...signer, toAddress: token, value: 0n, data: '0x' }
  const { warnings, ...described } = describeGrant(kind[what.is], grant, call)
  return {
    ...described,
    chainId: signer.chainId,
    warnings: warnings.map(warning),
    severity: isNothing ? 'none' : 'danger',
  }
}

/** An amount that changes while an order is valid counts at its most; DAI's permit is all or nothing. */
function quantityOf(message: Values, at: string): Exclude<Quantity, { is: 'number' | 'items' }> {
  const type = message.get(`${at}itemType`) ?? '1'
  const id = message.get(`${at}identifierOrCriteria`) ?? ''
  const all = message.get('allowed') === 'true' ? UINT256_END - 1n : 0n
  const units = ['value', 'amount', 'startAmount', 'endAmount']
    .map((name) => BigInt(message.get(at + name) ?? all))
    .reduce((most, one) => (one > most ? one : most))
    .toString()
  if (type === '2') return { is: 'item', id }
  if (type === '3') return { is: 'item', id, units }
  return type < '2' ? { is: 'coins', units } : { is: 'all' }
}

/** `site` and `uri`: it is for another one than the page; `malformed`: it has not the form as a whole. */
type SignInFault = 'malformed' | 'site' | 'uri' | 'account' | 'chain' | 'expired' | 'early'

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
 * What a Sign-In with Ethereum message is for, and what differs from the page that asks (`origin`: its real one), the wallet
 * and the time; undefined for a text that does not mean to be one. Source: EIP-4361, version 1.
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
