import type { HistoryEntry } from '#protocol/org/holdings.ts'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { t } from '#web/ui/text.ts'

/** What happened, in a word or two. */
export function movementTitle({ kind, approved, counterparty, amount }: HistoryEntry): string {
  switch (kind) {
    case 'in':
      return t('Received')
    case 'out':
      return t('Sent')
    case 'self':
      return t('Sent to itself')
    case 'mint':
      return t('Minted')
    case 'burn':
      return t('Burned')
    case 'approval': {
      const isCleared = amount === '0' || (amount === undefined && sameAddress(counterparty, ZERO_ADDRESS))
      return isCleared ? t('Allowance revoked') : t('Allowance set')
    }
    case 'operator':
      return approved === false ? t('Operator revoked') : t('Operator approved')
  }
}

/** What the other account is to the wallet; `null` where there is none worth a line. */
export function counterpartyName({ kind, counterparty }: HistoryEntry): string | null {
  if (sameAddress(counterparty, ZERO_ADDRESS)) return null
  switch (kind) {
    case 'in':
      return t('From')
    case 'out':
      return t('To')
    case 'approval':
      return t('Spender')
    case 'operator':
      return t('Operator')
    case 'self':
    case 'mint':
    case 'burn':
      return null
  }
}
