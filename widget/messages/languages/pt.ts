import type { Language } from '#widget/messages/language.ts'
import { calls } from './pt/calls.ts'
import { frame } from './pt/frame.ts'
import { funding } from './pt/funding.ts'
import { held } from './pt/held.ts'
import { main } from './pt/main.ts'
import { notes } from './pt/notes.ts'
import { signing } from './pt/signing.ts'
import { wallet } from './pt/wallet.ts'

/** The entry of this language's file. */
export default function openLanguage(): Language {
  return { ...main, parts: { calls, held, frame, funding, notes, signing, wallet } }
}
