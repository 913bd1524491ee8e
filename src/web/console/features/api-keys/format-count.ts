import { language } from '#web/ui/language.ts'

/** A count as it is written in the chosen language: 1,234 or 1.234. */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(language()).format(count)
}
