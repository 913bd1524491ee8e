import { language } from '#web/ui/language.ts'

/** A number in the chosen language: 1,234 or 1.234. */
export function formatNumber(value: number | bigint): string {
  return new Intl.NumberFormat(language()).format(value)
}
