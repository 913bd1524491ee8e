import type { Language } from '#widget/messages/language.ts'
import { calls } from './fr/calls.ts'
import { frame } from './fr/frame.ts'
import { funding } from './fr/funding.ts'
import { held } from './fr/held.ts'
import { main } from './fr/main.ts'
import { notes } from './fr/notes.ts'
import { signing } from './fr/signing.ts'
import { wallet } from './fr/wallet.ts'

/** The entry of this language's file. */
export default function openLanguage(): Language {
  return { ...main, parts: { calls, held, frame, funding, notes, signing, wallet } }
}
