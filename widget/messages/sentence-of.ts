import type { WidgetError } from '#widget/errors.ts'
import type { Messages } from './language.ts'

/** What a person is told of an error. */
export function sentenceOf({ errors }: Messages, { code, sentence }: WidgetError): string {
  return sentence ?? errors[code] ?? errors.UNKNOWN
}
