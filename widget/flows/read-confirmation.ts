import type { Field } from '#protocol/display/call-description.ts'
import { formatUnits } from '#protocol/money.ts'
import type { Confirmation, TransferDraft } from './send-screens.ts'

/** The value that the call's bytes have for a label. */
export function valueOf({ description }: Confirmation, label: Field['label']) {
  return description.fields.find((field) => field.label === label)?.value
}

export function recipientOf(confirmation: Confirmation): string {
  const to = valueOf(confirmation, 'to')
  return to?.kind === 'address' ? to.address : ''
}

/** The amount in smallest units. */
export function unitsOf(confirmation: Confirmation): string {
  const value = valueOf(confirmation, 'amount')
  return value?.kind === 'amount' || value?.kind === 'units' ? value.units : '0'
}

/** What to type for the same transfer. */
export function draftOf(confirmation: Confirmation): TransferDraft {
  return {
    tokenAddress: confirmation.call.toAddress,
    to: recipientOf(confirmation),
    amount: formatUnits(BigInt(unitsOf(confirmation)), confirmation.coin.decimals),
  }
}
