import type { Language } from '#widget/messages/language.ts'
import { calls } from './ar/calls.ts'
import { frame } from './ar/frame.ts'
import { funding } from './ar/funding.ts'
import { held } from './ar/held.ts'
import { main } from './ar/main.ts'
import { notes } from './ar/notes.ts'
import { signing } from './ar/signing.ts'
import { wallet } from './ar/wallet.ts'

/** The entry of this language's file. */
export default function openLanguage(): Language {
  return { ...main, parts: { calls, held, frame, funding, notes, signing, wallet } }
}
