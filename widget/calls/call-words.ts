import { callsEn, signingEn } from '#widget/texts/en.ts'
import type { Messages, Parts } from '#widget/texts/messages.ts'

/** The texts for calls other than token transfers, in the language of `messages`. */
export function callTexts({ parts }: Messages): Parts['calls'] {
  return parts?.calls ?? callsEn
}

/** The texts for bytes, batches, and calls described by a page. */
export function signingTexts({ parts }: Messages): Parts['signing'] {
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
