import type { TransactionState } from '#protocol/org/transaction-states.ts'
import type { WidgetError, WidgetErrorCode } from '#widget/errors.ts'
import type { CallMessages } from './calls-en.ts'
import { errors, type MainMessages, type OrdinaryState } from './en.ts'
import type { FrameMessages } from './frame-en.ts'
import type { FundingMessages } from './funding-en.ts'
import type { HeldMessages } from './held-en.ts'
import type { NotesMessages } from './notes-en.ts'
import type { SigningMessages } from './signing-en.ts'
import type { WalletMessages } from './wallet-en.ts'

/** The texts of the files that are loaded on demand, each as its English file has them. */
export type Parts = {
  calls: CallMessages
  held: HeldMessages
  frame: FrameMessages
  funding: FundingMessages
  notes: NotesMessages
  signing: SigningMessages
  wallet: WalletMessages
}

/** What a person reads. English brings no `parts`: each file on demand has its own English texts. */
export type Messages = MainMessages & { parts?: Parts }

/** What a file of another language gives: every text there is. One that is missing or left over does not compile. */
export type Language = MainMessages & { parts: Parts }

/** A server's code as one that has a sentence here, or `undefined`. */
export function knownCode(code: string | undefined): WidgetErrorCode | undefined {
  return code !== undefined && isKnown(code) ? code : undefined
}

function isKnown(code: string): code is WidgetErrorCode {
  return Object.hasOwn(errors, code)
}

/** The displayed sentence of an error. */
export function sentenceOf({ errors: sentences }: Messages, { code, sentence }: WidgetError): string {
  return sentence ?? sentences[code] ?? sentences.UNKNOWN
}

/** Whether a state is one of those whose words every language has in its first texts. */
export function isOrdinary(status: TransactionState): status is OrdinaryState {
  return status === 'SUBMITTED' || status === 'CONFIRMED'
}

/** The form of a text that a count takes in a language, such as Arabic's six. */
export function plural(
  language: string,
  count: number,
  forms: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other
}
