import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription, KnownToken } from '#protocol/display/call-description.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { formatUnits, groupDigits } from '#protocol/money.ts'
import type { OrganizationTransaction } from '#protocol/org/organization-transactions.ts'
import type { Transaction } from '#protocol/org/transactions.ts'
import { checksum } from './address-input.ts'
import { t } from '#web/ui/text.ts'

/** What a transaction's call means, read here from its stored bytes; `null` for bytes that are no call at all. */
export function describeTransaction(
  transaction: Pick<Transaction, 'walletAddress' | 'toAddress' | 'value' | 'data'> &
    Pick<OrganizationTransaction, 'held'>,
  chainId: number,
  tokens: readonly KnownToken[],
): CallDescription | null {
  try {
    return describeCall({ ...transaction, chainId, tokens })
  } catch {
    // Such bytes are shown as they are.
    return null
  }
}

/** What the wallet pays for the transaction, in words. */
export function feeText(
  { fee, feeCoinAddress }: Pick<Transaction, 'fee' | 'feeCoinAddress'>,
  tokens: readonly KnownToken[],
): string {
  if (fee === '0' || sameAddress(feeCoinAddress, ZERO_ADDRESS)) return t('None: the organization pays')
  const coin = tokens.find((token) => sameAddress(token.address, feeCoinAddress))
  return coin === undefined
    ? t('{fee} base units of {coin}', { fee, coin: checksum(feeCoinAddress) })
    : `${groupDigits(formatUnits(fee, coin.decimals))} ${coin.symbol}`
}

/** Whether a list marks a call in red; bytes that are no call at all are. */
export function isDangerous(description: CallDescription | null): boolean {
  return description === null || description.severity === 'danger'
}
