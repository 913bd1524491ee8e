import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type {
  CallDescription,
  FieldLabel,
  KnownToken,
  WarningCode,
} from '#protocol/display/call-description.ts'
import { FIELD_NAMES, SIMULATION_WORDS, titleOf, WARNING_SENTENCES } from '#protocol/display/call-words.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { formatUnits, groupDigits } from '#protocol/money.ts'
import type { OrganizationTransaction } from '#protocol/org/organization-transactions.ts'
import type { Transaction } from '#protocol/org/transactions.ts'
import { checksum } from './address-input.ts'
import { formatAbsolute } from './format-time.ts'
import { translated } from '#web/ui/language.ts'
import { t } from '#web/ui/text.ts'

/** `Send 12.5 DEMO` in the console's language. The English words are those of the approval app and the mails. */
export function callTitle(description: CallDescription | null): string {
  return titleOf(description, translated)
}

export function fieldName(label: FieldLabel): string {
  return translated(FIELD_NAMES[label])
}

export function warningSentence(code: WarningCode): string {
  return translated(WARNING_SENTENCES[code])
}

export function simulationWord(name: keyof typeof SIMULATION_WORDS): string {
  return translated(SIMULATION_WORDS[name])
}

/** The word before the other account of a call; the shared ones are English. */
export function counterpartyWord(word: string): string {
  if (word === 'for') return t('for')
  return word === 'at' ? t('at') : t('to')
}

/** Until when a call that failed can still be executed; `null` for every other (ADR 0010). */
export function executableText({ executableUntil }: Pick<Transaction, 'executableUntil'>): string | null {
  return executableUntil === undefined
    ? null
    : t('Anyone who has the signed call can still execute it until {time}.', {
        time: formatAbsolute(executableUntil),
      })
}

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

const REASON_LENGTH_MAX = 500

/** What the service itself gives as a reason; every other one is a contract's own words. */
const known = (): Readonly<Record<string, string>> => ({
  'declined by the user': t('declined by the user'),
  'reported by the user, who did not ask for it': t('reported by the user, who did not request it'),
  'wrong number': t('another number was picked'),
})

/** Why a transaction ended as it did, made harmless. */
export function reasonText(reason: string): string {
  return known()[reason] ?? harmlessText(reason, REASON_LENGTH_MAX).text
}
