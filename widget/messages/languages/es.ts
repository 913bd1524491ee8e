import type { Language } from '#widget/messages/language.ts'
import { calls } from './es/calls.ts'
import { frame } from './es/frame.ts'
import { funding } from './es/funding.ts'
import { held } from './es/held.ts'
import { main } from './es/main.ts'
import { notes } from './es/notes.ts'
import { signing } from './es/signing.ts'
import { wallet } from './es/wallet.ts'

/** The entry of this language's file. */
export default function openLanguage(): Language {
  return { ...main, parts: { calls, held, frame, funding, notes, signing, wallet } }
}
