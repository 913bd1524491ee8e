import type { WalletRun } from '#widget/files.ts'
import { keysEn, type KeysTexts } from '#widget/texts/keys/en.ts'
import type { Messages } from '#widget/texts/messages.ts'

/** The texts of these flows in the widget's language. English if their file cannot be loaded. */
export async function loadKeysTexts({ file, stage }: Pick<WalletRun, 'file' | 'stage'>): Promise<KeysTexts> {
  const { language } = stage.messages
  if (language === 'en') return keysEn
  return (await file(`keys-${language}`).catch(() => undefined)) ?? keysEn
}

/** The widget's texts, with those about transfers reworded for the wallet's call to itself. */
export function keysWords(messages: Messages, texts: KeysTexts): Messages {
  const { states, warnings, working, progress } = messages
  return {
    ...messages,
    states: { ...states, CONFIRMED: texts.confirmed, FAILED: texts.failed },
    warnings: { ...warnings, ...texts.warnings },
    working: { ...working, prepare: texts.preparing },
    progress: { ...progress, another: texts.another },
  }
}
