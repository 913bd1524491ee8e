import type { MoneyError } from '#protocol/money.ts'
import { t } from './text.ts'

/** A typed amount's error, to follow the name of its field. */
export function amountMessage({ code }: MoneyError, decimals: number): string {
  if (code === 'format') return t('must be a number such as 12 or 12.50')
  if (code === 'range') return t('must be below 2^256 base units')
  return t(
    '{decimals, plural, =0 {must be a whole number} one {must have at most # decimal} other {must have at most # decimals}}',
    { decimals },
  )
}
