import { sameAddress } from '#protocol/display/address.ts'
import { warning, type CallDescription, type DescribedCall } from '#protocol/display/call-description.ts'
import type { Grant, Quantity } from '#protocol/effects/effect.ts'
import { describeGrant } from '#protocol/effects/grant.ts'
import { UINT256_END } from '#protocol/signing/word.ts'
import type { TypedData } from '#protocol/widget-message.ts'
import type { Values } from './typed-data.ts'

/** Who signs, and what is known of tokens. */
export type Signer = Pick<DescribedCall, 'chainId' | 'walletAddress' | 'tokens'>

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
export function readPermissions(
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
