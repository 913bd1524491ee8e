import { callMessagesEn, callsEn } from '#widget/messages/calls-en.ts'
import type { Messages } from '#widget/messages/messages.ts'

type CallTexts = typeof callsEn
type Words = { texts: CallTexts; messages: (messages: Messages) => Messages }

const ENGLISH: Words = { texts: callsEn, messages: callMessagesEn }
const LANGUAGES: Readonly<Record<string, Words>> = { en: ENGLISH }

const wordsOf = ({ language }: Messages) => LANGUAGES[language] ?? ENGLISH

/** The texts that further calls have of their own, in the language of the others. */
export function callTexts(messages: Messages): CallTexts {
  return wordsOf(messages).texts
}

/** The widget's texts, where they spoke of a transfer in words for any call. */
export function callWords(messages: Messages): Messages {
  return wordsOf(messages).messages(messages)
}
