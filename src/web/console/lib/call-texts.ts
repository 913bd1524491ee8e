import type { CallDescription, FieldLabel, WarningCode } from '#protocol/display/call-description.ts'
import { FIELD_NAMES, SIMULATION_WORDS, titleOf, WARNING_SENTENCES } from '#protocol/display/call-words.ts'
import type { Transaction } from '#protocol/org/transactions.ts'
import { formatAbsolute } from './format-time.ts'
import { translated } from '#web/ui/language.ts'
import { t } from '#web/ui/text.ts'

/** `Send 12.5 DEMO` in the console's language. The English words are those of the approval app and the mails. */
export function callTitle(description: CallDescription | null): string {
  return titleOf(description, translated)
}

export function fieldName(label: FieldLabel): string {
  return translated(FIELD_NAMES[label])
}

export function warningSentence(code: WarningCode): string {
  return translated(WARNING_SENTENCES[code])
}

export function simulationWord(name: keyof typeof SIMULATION_WORDS): string {
  return translated(SIMULATION_WORDS[name])
}

/** The word before the other account of a call; the shared ones are English. */
export function counterpartyWord(word: string): string {
  if (word === 'for') return t('for')
  return word === 'at' ? t('at') : t('to')
}

/** Until when a call that failed can still be executed; `null` for every other (ADR 0010). */
export function executableText({ executableUntil }: Pick<Transaction, 'executableUntil'>): string | null {
  return executableUntil === undefined
    ? null
    : t('Anyone who has the signed call can still execute it until {time}.', {
        time: formatAbsolute(executableUntil),
      })
}
