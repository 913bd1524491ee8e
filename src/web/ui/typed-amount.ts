import type { Language } from '#protocol/display/language.ts'
import { groupDigits, MoneyError, parseUnits } from '#protocol/money.ts'
import { language, t } from './text.ts'

const SEPARATORS: Readonly<Record<Language, { group: string; decimal: string }>> = {
  en: { group: ',', decimal: '.' },
  de: { group: '.', decimal: ',' },
  es: { group: '.', decimal: ',' },
}

/** An exact number as text, such as `1234.5`, in the chosen language: 1,234.5 or 1.234,5. */
export function formatExact(exact: string): string {
  return groupDigits(exact, SEPARATORS[language()])
}

/** An exact number as a person types it in the chosen language, and back: the decimal comma for the point. */
export function inTypedForm(text: string): string {
  if (SEPARATORS[language()].decimal === '.') return text
  return text.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
}

/**
 * A typed amount in base units. Only the language's own decimal sign counts, and nothing groups digits: in German
 * `1.234` is refused, since it could be read as 1234 and as 1,234.
 *
 * @throws MoneyError
 */
export function parseTyped(text: string, decimals: number): bigint {
  return parseUnits(inTypedForm(text.trim()), decimals)
}

/** The same as a value: base units, or what is wrong with the text, to follow the name of its field. */
export function readTyped(
  text: string,
  decimals: number,
): { units: bigint; problem: null } | { units: null; problem: string } {
  try {
    return { units: parseTyped(text, decimals), problem: null }
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
    return { units: null, problem: amountMessage(error, decimals) }
  }
}

/** A typed amount's error, to follow the name of its field. */
export function amountMessage({ code }: MoneyError, decimals: number): string {
  if (code === 'format') return t('must be a number such as 12 or 12.50')
  if (code === 'range') return t('must be below 2^256 base units')
  return t(
    '{decimals, plural, =0 {must be a whole number} one {must have at most # decimal} other {must have at most # decimals}}',
    { decimals },
  )
}
