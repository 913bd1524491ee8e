import type { Address } from 'viem'
import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { addressIn, numberIn } from '#protocol/display/call-description.ts'
import { hasWrongChecksum } from '#protocol/display/has-wrong-checksum.ts'
import { formatUnits, MoneyError, parseUnits } from '#protocol/money.ts'
import { isAddress } from '#protocol/signing/word.ts'
import type { Coin, Confirmation, FeeLine, FieldProblem, TransferDraft } from './send-screens.ts'

/** A transfer with only valid parts. `units` is in base units. */
export type Transfer = { coin: Coin; tokenAddress: Address; to: Address; units: bigint }

export type TransferCheck = { ok: true; transfer: Transfer } | { ok: false; problems: FieldProblem[] }

/**
 * Validates the typed values, all fields at once. Converts a human amount to whole base units exactly,
 * without floats.
 */
export function checkTransfer(draft: TransferDraft, coin: Coin, fee: FeeLine | null): TransferCheck {
  const to = checkRecipient(draft.to.trim())
  const units = checkAmount(draft.amount.trim(), coin, fee)
  if (typeof to === 'string' && typeof units === 'bigint')
    return { ok: true, transfer: { coin, tokenAddress: checksumAddress(coin.address), to, units } }
  return { ok: false, problems: [to, units].filter((checked) => typeof checked === 'object') }
}

function checkRecipient(text: string): Address | FieldProblem {
  if (text === '') return { field: 'to', code: 'toMissing' }
  if (!isAddress(text)) return { field: 'to', code: 'toNotAddress' }
  if (sameAddress(text, ZERO_ADDRESS)) return { field: 'to', code: 'toZero' }
  if (hasWrongChecksum(text)) return { field: 'to', code: 'toChecksum' }
  return checksumAddress(text)
}

function checkAmount(text: string, coin: Coin, fee: FeeLine | null): bigint | FieldProblem {
  if (text === '') return { field: 'amount', code: 'amountMissing' }
  const units = toUnits(text, coin.decimals)
  if (typeof units !== 'bigint') return units
  if (units === 0n) return { field: 'amount', code: 'amountZero' }
  const feeUnits = fee !== null && sameAddress(fee.tokenAddress, coin.address) ? fee.units : 0n
  if (coin.balance !== null && units + feeUnits > coin.balance)
    return { field: 'amount', code: 'amountBalance', coin, feeUnits }
  return units
}

function toUnits(text: string, decimals: number): bigint | FieldProblem {
  try {
    return parseUnits(text, decimals)
  } catch (cause) {
    if (!(cause instanceof MoneyError)) throw cause
    if (cause.code === 'decimals') return { field: 'amount', code: 'amountDecimals', decimals }
    return { field: 'amount', code: cause.code === 'range' ? 'amountRange' : 'amountFormat' }
  }
}

/** The form values for the same transfer. */
export function toDraft({ call, coin, description }: Confirmation): TransferDraft {
  return {
    tokenAddress: call.toAddress,
    to: addressIn(description, 'to'),
    amount: formatUnits(BigInt(numberIn(description, 'amount')), coin.decimals),
  }
}
