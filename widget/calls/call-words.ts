import { callsEn, type CallMessages } from '#widget/messages/calls-en.ts'
import type { Messages } from '#widget/messages/messages.ts'
import { signingEn, type SigningMessages } from '#widget/messages/signing-en.ts'

/** The texts that further calls have of their own, in the language of the others. */
export function callTexts({ parts }: Messages): CallMessages {
  return parts?.calls ?? callsEn
}

/** The texts of bytes, of several calls, and of what a page describes. */
export function signingTexts({ parts }: Messages): SigningMessages {
  return parts?.signing ?? signingEn
}

/** The widget's texts, with those about transfers reworded for any call. */
export function callWords(messages: Messages): Messages {
  const { errors, warnings, states, working, confirm } = callTexts(messages).instead
  return {
    ...messages,
    errors: { ...messages.errors, ...errors },
    warnings: { ...messages.warnings, ...signingTexts(messages).warnings, ...warnings },
    states: { ...messages.states, ...states },
    working: { ...messages.working, ...working },
    confirm: { ...messages.confirm, ...confirm },
  }
}
