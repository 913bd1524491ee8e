import type { WidgetErrorCode } from '#widget/errors.ts'
import { en, type Messages } from './en.ts'

export type { Messages } from './en.ts'

const LANGUAGES: Readonly<Record<string, Messages>> = { en }

/** The texts for a language tag such as `en-GB`; English where there are none. */
export function messagesFor(locale: string | null): Messages {
  const language = (locale ?? '').toLowerCase().split('-')[0] ?? ''
  return LANGUAGES[language] ?? en
}

/** A server's code as one that has a sentence here, or `undefined`. */
export function knownCode(code: string | undefined): WidgetErrorCode | undefined {
  return code !== undefined && isKnown(code) ? code : undefined
}

function isKnown(code: string): code is WidgetErrorCode {
  return Object.hasOwn(en.errors, code)
}
