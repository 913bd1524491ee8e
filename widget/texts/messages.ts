import type { TransactionState } from '#protocol/transaction-states.ts'
import type { WidgetError, WidgetErrorCode } from '#widget/errors.ts'
import type * as texts from './en.ts'
import { errors } from './en.ts'

export type MainMessages = typeof texts.en

/** The texts of each file on demand. Every language has the same keys and parameters as English. */
export type Parts = {
  calls: typeof texts.callsEn
  held: typeof texts.heldEn & { cancelling: typeof texts.cancelEn }
  frame: typeof texts.frameEn
  funding: typeof texts.fundingEn
  message: typeof texts.messageEn
  notes: typeof texts.notesEn
  quantity: typeof texts.quantityEn
  signing: typeof texts.signingEn
  wallet: typeof texts.walletEn
  welcome: typeof texts.welcomeEn
}

/**
 * The texts of a language. English has no `parts`, because each file on demand contains its own English
 * texts.
 */
export type Messages = MainMessages & { parts?: Parts }

/** The content of another language's file: every text. A missing or superfluous text does not compile. */
export type Language = MainMessages & { parts: Parts }

/** Whether a server's code has a sentence here. */
export function isKnownCode(code = ''): code is WidgetErrorCode {
  return Object.hasOwn(errors, code)
}

/** The displayed sentence of an error. */
export function chooseSentence({ errors: sentences }: Messages, { code, sentence }: WidgetError): string {
  const known: Partial<Record<WidgetErrorCode, string>> = sentences
  return sentence ?? known[code] ?? sentences.UNKNOWN
}

/** Whether every language's main texts contain this state. */
export function isOrdinary(status: TransactionState): status is texts.OrdinaryState {
  return status === 'SUBMITTED' || status === 'CONFIRMED'
}
