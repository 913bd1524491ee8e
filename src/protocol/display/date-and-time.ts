import type { Language } from './language.ts'

/** The format of a date with time to the second, such as `Nov 28, 2026, 08:16:49 UTC`. */
export const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' } as const

/** Formats a time in UTC, such as `Nov 28, 2026, 08:16:49 UTC`, for mails and other texts without a known time zone. */
export function formatUtc(date: Date, language: Language): string {
  return date.toLocaleString(language, { ...DATE_AND_TIME, timeZone: 'UTC' })
}
