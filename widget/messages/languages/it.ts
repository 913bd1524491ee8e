import type { Language } from '#widget/messages/language.ts'
import { calls } from './it/calls.ts'
import { frame } from './it/frame.ts'
import { funding } from './it/funding.ts'
import { held } from './it/held.ts'
import { main } from './it/main.ts'
import { notes } from './it/notes.ts'
import { signing } from './it/signing.ts'
import { wallet } from './it/wallet.ts'

/** The entry of this language's file. */
export default function openLanguage(): Language {
  return { ...main, parts: { calls, held, frame, funding, notes, signing, wallet } }
}
