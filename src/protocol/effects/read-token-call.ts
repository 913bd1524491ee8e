import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallKind, DescribedCall, Described } from '#protocol/display/call-description.ts'
import { decodeArguments } from '#protocol/signing/abi-decode.ts'
import { argumentTypes, TOKEN_FUNCTIONS, type TokenSignature } from '#protocol/token-functions.ts'
import { tokenAt } from './call-fields.ts'
import type { Grant, Quantity } from './effect.ts'
import { describeGrant } from './grant.ts'
import { describeMove } from './move.ts'
import { describeSend } from './send.ts'

type Read = (call: DescribedCall, params: readonly string[]) => Described | undefined

/** The readers of each function's arguments. */
const READERS: Record<TokenSignature, Read> = {
  'transfer(address,uint256)': readTransfer,
  'transferFrom(address,address,uint256)': readTransferFrom,
  'safeTransferFrom(address,address,uint256)': readItem,
  'safeTransferFrom(address,address,uint256,bytes)': readItem,
  'safeTransferFrom(address,address,uint256,uint256,bytes)': readUnits,
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)': readBatch,
  'approve(address,uint256)': readApprove,
  'increaseAllowance(address,uint256)': readIncrease,
  'increaseApproval(address,uint256)': readIncrease,
  'setApprovalForAll(address,bool)': readApprovalForAll,
}

/** The description of a token call. Undefined unless the bytes are exactly a known call. */
export function readTokenCall(
  call: DescribedCall,
  calldata: Uint8Array,
  selector: string,
): Described | undefined {
  const called = TOKEN_FUNCTIONS.find((row) => row.selector === selector)?.signature
  const params = called && decodeArguments(argumentTypes(called), calldata.subarray(4))
  return params && READERS[called](call, params)
}

function readTransfer(call: DescribedCall, [to = '', units = '']: readonly string[]): Described {
  return describeSend('erc20-transfer', call.toAddress, units, to, call)
}

/**
 * The holder may be the wallet itself. The call then has the effect of `transfer`, if the coin requires no allowance
 * for it or the wallet has one.
 */
function readTransferFrom(call: DescribedCall, [from = '', to = '', number = '']: readonly string[]) {
  const what = readQuantity(call, number)
  const isOwn = sameAddress(from, call.walletAddress)
  if (what.is === 'item') return toMove('erc721-transfer', call, what, from, to)
  if (what.is === 'coins')
    return toMove(isOwn ? 'erc20-transfer' : 'erc20-transfer-from', call, what, from, to)
  return toMove(isOwn ? 'token-transfer' : 'token-transfer-from', call, what, from, to)
}

/**
 * An amount of zero revokes a coin's allowance. In a collection the number is an item's id, and the zero address as
 * spender revokes the approval.
 */
function readApprove(call: DescribedCall, [to = '', number = '']: readonly string[]): Described {
  const what = readQuantity(call, number)
  const clears = what.is === 'coins' ? what.units === '0' : sameAddress(to, ZERO_ADDRESS)
  const kinds = { coins: 'erc20-approve', item: 'erc721-approve', number: 'token-approve' } as const
  return toGrant(kinds[what.is], call, { what, to, sets: clears ? 'nothing' : 'to' })
}

function readIncrease(call: DescribedCall, [to = '', units = '']: readonly string[]): Described {
  return toGrant('erc20-increase-allowance', call, { what: { is: 'coins', units }, to, sets: 'more' })
}

function readApprovalForAll(call: DescribedCall, [to = '', approved = '']: readonly string[]): Described {
  return approved === 'true'
    ? toGrant('set-approval-for-all', call, { what: { is: 'all' }, to, sets: 'to' })
    : toGrant('revoke-approval-for-all', call, { what: { is: 'all' }, to, sets: 'nothing' })
}

function readItem(call: DescribedCall, [from = '', to = '', id = '', data]: readonly string[]): Described {
  return toMove('erc721-transfer', call, { is: 'item', id }, from, to, data)
}

function readUnits(call: DescribedCall, [from = '', to = '', id = '', units = '', data]: readonly string[]) {
  return toMove('erc1155-transfer', call, { is: 'item', id, units }, from, to, data)
}

function readBatch(
  call: DescribedCall,
  [from = '', to = '', tokenIds = '[]', amounts = '[]', data]: readonly string[],
): Described | undefined {
  const [ids, units] = [splitItems(tokenIds), splitItems(amounts)]
  if (ids.length !== units.length) return undefined
  const items = ids.map((tokenId, index) => ({ tokenId, units: units[index] ?? '' }))
  return toMove('erc1155-batch-transfer', call, { is: 'items', items }, from, to, data)
}

function toMove(kind: CallKind, call: DescribedCall, what: Quantity, from: string, to: string, data = '0x') {
  return describeMove(kind, { does: 'move', token: call.toAddress, what, from, to, data }, call)
}

function toGrant(kind: CallKind, call: DescribedCall, grant: Omit<Grant, 'does' | 'token'>): Described {
  return describeGrant(kind, { does: 'grant', token: call.toAddress, ...grant }, call)
}

/**
 * `approve` and `transferFrom` share a selector in ERC-20 and ERC-721. The known token decides which one
 * applies.
 */
function readQuantity(call: DescribedCall, number: string): Exclude<Quantity, { is: 'items' | 'all' }> {
  const token = tokenAt(call.toAddress, call)
  const held = call.held?.find(({ address }) => sameAddress(address, call.toAddress))
  // Collections have no decimals, so a token with decimals is always a coin.
  const standard = (token?.decimals ?? 0) > 0 ? 'erc20' : (token?.standard ?? held?.standard)
  if (standard === 'erc20') return { is: 'coins', units: number }
  return standard === 'erc721' ? { is: 'item', id: number } : { is: 'number', text: number }
}

/** The items of a decoded `uint256[]`. */
function splitItems(param: string): string[] {
  return param === '[]' ? [] : param.slice(2, -2).split('","')
}
