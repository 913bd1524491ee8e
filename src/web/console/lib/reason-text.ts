import { harmlessText } from '#protocol/display/text.ts'
import { t } from '#web/ui/text.ts'

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
