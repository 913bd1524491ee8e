import type { CallDescription } from '#protocol/display/call-description.ts'
import { plainValue } from '#protocol/display/field-text.ts'
import { TOKEN_OPERATION_KINDS } from '#protocol/operations.ts'
import type { Transaction } from '#protocol/transactions.ts'
import { checksum } from '#web/console/lib/address-input.ts'
import { paths, type SendSearchParams } from '#web/console/lib/paths.ts'

const FILLED: readonly string[] = ['token', 'to', 'spender', 'operator', 'approved', 'tokenId', 'amount']

/** The send page filled in with the values of a call; `null` for one that its form does not make. */
export function repeatHref(
  { walletAddress, value: wei }: Pick<Transaction, 'walletAddress' | 'value'>,
  description: CallDescription | null,
): string | null {
  const read = description?.kind.replace('revoke-approval-for-all', 'set-approval-for-all')
  const kind = TOKEN_OPERATION_KINDS.find((one) => one === read)
  if (description === null || kind === undefined || wei !== '0') return null
  const params: SendSearchParams = { kind }
  for (const { label, value } of description.fields) {
    // The wallet moves its own items.
    if (label === 'from' && value.kind === 'address' && value.is === 'wallet') continue
    if (!FILLED.includes(label)) return null
    // An amount of a coin whose decimals are not known cannot be typed.
    const isTyped = value.kind !== 'units' || !kind.startsWith('erc20')
    if (isTyped) Object.assign(params, { [label]: plainValue(value) })
  }
  return paths.send.href(checksum(walletAddress), params)
}
