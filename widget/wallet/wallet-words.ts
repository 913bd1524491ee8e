import { walletEn } from '#widget/texts/en.ts'
import type { Messages, Parts } from '#widget/texts/messages.ts'

/** The texts of these flows, in the widget's language. */
export function walletTexts(messages: Messages): Parts['wallet'] {
  return messages.parts?.wallet ?? walletEn
}

/** The widget's texts, with those about transfers reworded for the wallet's call to itself. */
export function backupWords(messages: Messages): Messages {
  const { backup } = walletTexts(messages)
  const { states, warnings, working, progress } = messages
  return {
    ...messages,
    states: { ...states, CONFIRMED: backup.confirmed, FAILED: backup.failed },
    warnings: { ...warnings, ...backup.warnings },
    working: { ...working, prepare: backup.preparing },
    progress: { ...progress, another: backup.another },
  }
}
