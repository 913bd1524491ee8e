import { language } from '#web/ui/language.ts'

/** A whole number of any size, written as the reader's language groups it. */
export function numberText(digits: string): string {
  return new Intl.NumberFormat(language()).format(BigInt(digits))
}
