import type { WidgetErrorCode } from '#widget/errors.ts'
import { errors } from './en.ts'

export type { Messages } from './language.ts'

/** A server's code as one that has a sentence here, or `undefined`. */
export function knownCode(code: string | undefined): WidgetErrorCode | undefined {
  return code !== undefined && isKnown(code) ? code : undefined
}

function isKnown(code: string): code is WidgetErrorCode {
  return Object.hasOwn(errors, code)
}
