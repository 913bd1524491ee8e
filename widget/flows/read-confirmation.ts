import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription, FieldLabel, FieldValue } from '#protocol/display/call-description.ts'
import { formatUnits } from '#protocol/money.ts'
import type { Coin, Confirmation, TransferDraft } from './send-screens.ts'

/** The value that a call's bytes have for a label. */
export function valueIn(description: CallDescription, label: FieldLabel): FieldValue | undefined {
  return description.fields.find((field) => field.label === label)?.value
}

/** An address among the fields. */
export function addressIn(description: CallDescription, label: FieldLabel): string {
  const value = valueIn(description, label)
  return value?.kind === 'address' ? value.address : ZERO_ADDRESS
}

/** A number among the fields, in base units. */
export function numberIn(description: CallDescription, label: FieldLabel): string {
  const value = valueIn(description, label)
  if (value?.kind === 'number') return value.text
  return value?.kind === 'amount' || value?.kind === 'units' ? value.units : '0'
}

/** What to type for the same transfer. */
export function draftOf({ call, coin, description }: Confirmation): TransferDraft {
  return {
    tokenAddress: call.toAddress,
    to: addressIn(description, 'to'),
    amount: formatUnits(BigInt(numberIn(description, 'amount')), coin.decimals),
  }
}

/** For a token that has no name here, or a call of no token: the called contract by its address alone. */
export function namelessCoin(address: string): Coin {
  return { address, name: '', symbol: '', decimals: 0, balance: null, listed: false }
}
