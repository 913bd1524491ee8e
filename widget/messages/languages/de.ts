import type { Language } from '#widget/messages/language.ts'
import { calls } from './de/calls.ts'
import { frame } from './de/frame.ts'
import { funding } from './de/funding.ts'
import { held } from './de/held.ts'
import { main } from './de/main.ts'
import { notes } from './de/notes.ts'
import { signing } from './de/signing.ts'
import { wallet } from './de/wallet.ts'

/** The entry of this language's file. */
export default function openLanguage(): Language {
  return { ...main, parts: { calls, held, frame, funding, notes, signing, wallet } }
}
