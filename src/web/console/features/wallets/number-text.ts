import { language } from '#web/console/lib/language.ts'

/** A whole number of any size, written as the reader's language groups it. */
export function numberText(digits: string): string {
  return new Intl.NumberFormat(language()).format(BigInt(digits))
}
