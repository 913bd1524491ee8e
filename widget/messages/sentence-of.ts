import type { WidgetError } from '#widget/errors.ts'
import type { Messages } from './language.ts'

/** The displayed sentence of an error. */
export function sentenceOf({ errors }: Messages, { code, sentence }: WidgetError): string {
  return sentence ?? errors[code] ?? errors.UNKNOWN
}
