import { valueIn, type CallDescription } from '#protocol/display/call-description.ts'
import { TOKEN_OPERATIONS } from '#protocol/operations.ts'
import { EXECUTE_BATCH } from '#protocol/signing/wallet-functions.ts'
import { TOKEN_FUNCTIONS } from '#protocol/token-functions.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { toCallBytes } from './call-bytes.ts'
import { callFrom } from './read-call.ts'

const SIGNATURES: readonly string[] = Object.values(TOKEN_OPERATIONS).map(({ signature }) => signature)

/** Name of the called function if a page can request it by kind, otherwise its selector. Empty without data. */
export function nameFunction(data: string): string {
  const selector = data.slice(0, 10).toLowerCase()
  if (selector === EXECUTE_BATCH) return 'executeBatch((address,uint256,bytes)[])'
  const called = TOKEN_FUNCTIONS.find((row) => row.selector === selector)?.signature
  if (called !== undefined && SIGNATURES.includes(called)) return called
  return selector === '0x' ? '' : selector
}

/** The items of a batch. */
export function itemsIn(description: CallDescription): readonly { tokenId: string; units: string }[] {
  const value = valueIn(description, 'items')
  return value?.kind === 'items' ? value.items : []
}

/** The call that a page would set for the same bytes: a typed call if one encodes to them, otherwise a raw call. */
export function toWidgetCall({ call, description }: Confirmation): WidgetCall {
  const { walletAddress, toAddress: to, value, data } = call
  const typed = callFrom({ ...membersIn(description), token: to })
  if (typed !== undefined && value === 0n && toCallBytes(walletAddress, typed).data === data.toLowerCase())
    return typed
  return { kind: 'raw', to, data, ...(value === 0n ? {} : { value: String(value) }) }
}

/**
 * The members decoded from the bytes, by the names in a page's call. An approval that may be of coins or of an NFT is
 * treated as an approval of an NFT.
 */
function membersIn(description: CallDescription): Record<string, unknown> {
  const { kind, fields } = description
  const items = itemsIn(description)
  const members: Record<string, unknown> = {
    kind,
    approved: kind === 'set-approval-for-all',
    tokenIds: items.map(({ tokenId }) => tokenId),
    amounts: items.map(({ units }) => units),
  }
  for (const { label, value } of fields) {
    if (value.kind === 'address') members[label] = value.address
    if (value.kind === 'number') members[label] = value.text
    if (value.kind === 'amount' || value.kind === 'units' || value.kind === 'item')
      members[label] = value.units
  }
  if (kind === 'revoke-approval-for-all') return { ...members, kind: 'set-approval-for-all' }
  if (kind === 'token-approve') return { ...members, kind: 'erc721-approve', tokenId: members['number'] }
  return members
}
