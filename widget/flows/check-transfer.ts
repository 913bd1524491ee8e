import type { Address } from 'viem'
import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { hasWrongChecksum } from '#protocol/display/has-wrong-checksum.ts'
import { MoneyError, parseUnits } from '#protocol/money.ts'
import { isAddress } from '#protocol/signing/word.ts'
import type { Coin, FeeLine, FieldProblem, TransferDraft } from './send-screens.ts'

/** A transfer whose every part is valid; `units` in base units. */
export type Transfer = { coin: Coin; tokenAddress: Address; to: Address; units: bigint }

export type TransferCheck = { ok: true; transfer: Transfer } | { ok: false; problems: FieldProblem[] }

/** Checks what was typed, every field at once. Exact: a human amount becomes whole base units without floats. */
export function checkTransfer(draft: TransferDraft, coin: Coin, fee: FeeLine | null): TransferCheck {
  const to = checkRecipient(draft.to.trim())
  const amount = checkAmount(draft.amount.trim(), coin, fee)
  if (to.address === undefined || amount.units === undefined) {
    return { ok: false, problems: [to.problem, amount.problem].filter((problem) => problem !== undefined) }
  }
  const tokenAddress = checksumAddress(coin.address)
  return { ok: true, transfer: { coin, tokenAddress, to: to.address, units: amount.units } }
}

type Recipient = { address: Address; problem?: undefined } | { address?: undefined; problem: FieldProblem }
type Amount = { units: bigint; problem?: undefined } | { units?: undefined; problem: FieldProblem }

function checkRecipient(text: string): Recipient {
  if (text === '') return { problem: { field: 'to', code: 'toMissing' } }
  if (!isAddress(text)) return { problem: { field: 'to', code: 'toNotAddress' } }
  if (sameAddress(text, ZERO_ADDRESS)) return { problem: { field: 'to', code: 'toZero' } }
  if (hasWrongChecksum(text)) return { problem: { field: 'to', code: 'toChecksum' } }
  return { address: checksumAddress(text) }
}

function checkAmount(text: string, coin: Coin, fee: FeeLine | null): Amount {
  if (text === '') return { problem: { field: 'amount', code: 'amountMissing' } }
  const units = unitsOf(text, coin.decimals)
  if (typeof units !== 'bigint') return { problem: units }
  if (units === 0n) return { problem: { field: 'amount', code: 'amountZero' } }
  const feeUnits = fee !== null && sameAddress(fee.tokenAddress, coin.address) ? fee.units : 0n
  if (coin.balance !== null && units + feeUnits > coin.balance) {
    return { problem: { field: 'amount', code: 'amountBalance', coin, feeUnits } }
  }
  return { units }
}

function unitsOf(text: string, decimals: number): bigint | FieldProblem {
  try {
    return parseUnits(text, decimals)
  } catch (cause) {
    if (!(cause instanceof MoneyError)) throw cause
    if (cause.code === 'decimals') return { field: 'amount', code: 'amountDecimals', decimals }
    return { field: 'amount', code: cause.code === 'range' ? 'amountRange' : 'amountFormat' }
  }
}
