import { addressSchema } from '#protocol/baas/fields.ts'
import { TRANSACTION_KINDS, type TransactionKind } from '#protocol/token-functions.ts'
import { TRANSACTION_STATES } from '#protocol/org/transaction-states.ts'
import { checksum } from '#web/console/lib/address-input.ts'
import type { TransactionsSearchParams } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { PERIODS, type Period, type TransactionFilter } from './organization-transactions.ts'

export const periodChoices = (): readonly { value: Period; label: string }[] => [
  { value: 'hour', label: t('Last hour') },
  { value: 'day', label: t('Last 24 hours') },
  { value: 'week', label: t('Last 7 days') },
  { value: 'month', label: t('Last 30 days') },
]

export const kindChoices = (): Record<TransactionKind, string> => ({
  transfer: t('Transfers'),
  approve: t('Allowances and approvals'),
  'approve-all': t('Operators'),
  wallet: t('Wallet self-calls'),
  other: t('Other calls'),
})

/** Reads the filters from the address; invalid ones are ignored, so an old link still shows a list. */
export function readFilter(search: URLSearchParams): TransactionFilter {
  const status = TRANSACTION_STATES.find((state) => state === search.get('status'))
  const kind = TRANSACTION_KINDS.find((one) => one === search.get('kind'))
  const token = search.get('token') ?? ''
  const time = PERIODS.find((period) => period === search.get('time'))
  const wallet = search.get('wallet') ?? ''
  const user = search.get('user')?.trim() ?? ''
  const cursor = search.get('cursor') ?? ''
  return {
    ...(status !== undefined && { status }),
    ...(kind !== undefined && { kind }),
    ...(addressSchema.safeParse(token).success && { token: checksum(token) }),
    ...(addressSchema.safeParse(wallet).success && { wallet: checksum(wallet) }),
    ...(user !== '' && { user }),
    ...(time !== undefined && { time }),
    ...(cursor !== '' && { cursor }),
  }
}

/** The search field's text: a wallet's address, or text about its user. */
export function searchedText({ wallet, user }: TransactionFilter): string {
  return wallet ?? user ?? ''
}

/** A list's parameters with another search text: a whole address selects that wallet, other text is searched. */
export function withSearch(filter: TransactionFilter, text: string): TransactionsSearchParams {
  const { status, kind, token, time } = filter
  const isAddress = addressSchema.safeParse(text).success
  return { status, kind, token, time, ...(isAddress ? { wallet: checksum(text) } : { user: text }) }
}

/** Whether any filter is set except `status`, which a page may have fixed. */
export function isNarrowed({ wallet, user, time, kind, token }: TransactionFilter): boolean {
  return [wallet, user, time, kind, token].some((one) => one !== undefined)
}
