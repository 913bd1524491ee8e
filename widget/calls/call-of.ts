import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { TOKEN_OPERATIONS } from '#protocol/operations.ts'
import type { TokenCall, WidgetCall } from '#protocol/widget-call.ts'
import { EXECUTE_BATCH } from '#protocol/signing/wallet-batch.ts'
import { TOKEN_FUNCTIONS } from '#protocol/token-functions.ts'
import { addressIn, numberIn, valueIn } from '#widget/flows/read-confirmation.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { bytesOf } from './call-bytes.ts'

const SIGNATURES: readonly string[] = Object.values(TOKEN_OPERATIONS).map(({ signature }) => signature)

/** The called function if it is one that is signed here, else its selector; empty without bytes. */
export function functionOf(data: string): string {
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

/** The call that a page would set for the same bytes: a typed one if it encodes to these bytes. */
export function callOf({ call, description }: Confirmation): WidgetCall {
  const { walletAddress, toAddress: to, value, data } = call
  const typed = typedCall(to, description)
  if (typed !== undefined && value === 0n && bytesOf(walletAddress, typed).data === data.toLowerCase())
    return typed
  return { kind: 'raw', to, data, ...(value === 0n ? {} : { value: String(value) }) }
}

function typedCall(token: string, description: CallDescription): TokenCall | undefined {
  const to = addressIn(description, 'to')
  // No page sets a typed transfer to the zero address.
  if (valueIn(description, 'to') !== undefined && sameAddress(to, ZERO_ADDRESS)) return undefined
  const spender = addressIn(description, 'spender')
  const amount = numberIn(description, 'amount')
  const tokenId = numberIn(description, 'tokenId')
  switch (description.kind) {
    case 'erc20-transfer':
      return { kind: 'erc20-transfer', token, to, amount }
    case 'erc20-approve':
      return { kind: 'erc20-approve', token, spender, amount }
    case 'erc721-transfer':
      return { kind: 'erc721-transfer', token, to, tokenId }
    case 'erc721-approve':
      return { kind: 'erc721-approve', token, spender, tokenId }
    case 'token-approve':
      return { kind: 'erc721-approve', token, spender, tokenId: numberIn(description, 'number') }
    case 'erc1155-transfer':
      return { kind: 'erc1155-transfer', token, to, tokenId, amount }
    case 'erc1155-batch-transfer': {
      const items = itemsIn(description)
      const tokenIds = items.map((item) => item.tokenId)
      return { kind: 'erc1155-batch-transfer', token, to, tokenIds, amounts: items.map(({ units }) => units) }
    }
    case 'set-approval-for-all':
    case 'revoke-approval-for-all': {
      const approved = description.kind === 'set-approval-for-all'
      return { kind: 'set-approval-for-all', token, operator: addressIn(description, 'operator'), approved }
    }
    case 'native-transfer':
    case 'erc20-transfer-from':
    case 'erc20-increase-allowance':
    case 'token-transfer':
    case 'token-transfer-from':
    case 'wallet-set-backup':
    case 'wallet-cancel-recovery':
    case 'wallet-cancel-call':
    case 'wallet-batch':
    case 'unknown':
      return undefined
  }
}
