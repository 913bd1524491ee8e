import { encodeType, structText } from './typed-data-types.ts'
import type { CanonicalTypedData } from './typed-data.ts'

/** Kinds of structs that contracts read. */
export type KnownStruct =
  | 'permit'
  | 'dai-permit'
  | 'permit2-allowance'
  | 'permit2-transfer'
  | 'permit2-witness'
  | 'seaport-order'
  | 'payment'
  | 'cancellation'

const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const PERMITTED = 'TokenPermissions(address token,uint256 amount)'
const TRANSFER = 'address spender,uint256 nonce,uint256 deadline'
const ITEM = 'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const ORDER =
  'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter'
const PAYMENT = 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'

/** Known structs, keyed by the text of their type hash (`encodeType`). A contract accepts exactly that text. */
const STRUCTS: ReadonlyMap<string, KnownStruct> = new Map([
  ['Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)', 'permit'],
  ['Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)', 'dai-permit'],
  [`PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`, 'permit2-allowance'],
  [`PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`, 'permit2-allowance'],
  [`PermitTransferFrom(TokenPermissions permitted,${TRANSFER})${PERMITTED}`, 'permit2-transfer'],
  [`PermitBatchTransferFrom(TokenPermissions[] permitted,${TRANSFER})${PERMITTED}`, 'permit2-transfer'],
  [
    `OrderComponents(${ORDER})ConsiderationItem(${ITEM},address recipient)OfferItem(${ITEM})`,
    'seaport-order',
  ],
  [`TransferWithAuthorization(${PAYMENT})`, 'payment'],
  [`ReceiveWithAuthorization(${PAYMENT})`, 'payment'],
  ['CancelAuthorization(address authorizer,bytes32 nonce)', 'cancellation'],
])

/** Permit2 structs that end with a witness of any type, each written up to the member before the witness. */
const WITNESS_STRUCTS: ReadonlySet<string> = new Set([
  `PermitWitnessTransferFrom(TokenPermissions permitted,${TRANSFER})`,
  `PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,${TRANSFER})`,
])
const MEMBERS_BEFORE_WITNESS = 4

/** Whether the primary type is fully known, including everything in it. A witness can be of any type. */
export function isKnownType({ structs, message: { name } }: CanonicalTypedData): boolean {
  return STRUCTS.has(encodeType(structs, name))
}

/** Finds the known kind of the primary type. Undefined for every other type. */
export function findKnownStruct({ structs, message: { name } }: CanonicalTypedData): KnownStruct | undefined {
  const known = STRUCTS.get(encodeType(structs, name))
  if (known !== undefined) return known
  const members = structs.get(name) ?? []
  const start = structText(name, members.slice(0, MEMBERS_BEFORE_WITNESS))
  const permitted = structText('TokenPermissions', structs.get('TokenPermissions') ?? [])
  const hasWitness = members.length > MEMBERS_BEFORE_WITNESS
  return hasWitness && WITNESS_STRUCTS.has(start) && permitted === PERMITTED ? 'permit2-witness' : undefined
}
