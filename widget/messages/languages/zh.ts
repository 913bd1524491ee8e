import type { Language } from '#widget/messages/language.ts'
import { calls } from './zh/calls.ts'
import { frame } from './zh/frame.ts'
import { funding } from './zh/funding.ts'
import { held } from './zh/held.ts'
import { main } from './zh/main.ts'
import { notes } from './zh/notes.ts'
import { signing } from './zh/signing.ts'
import { wallet } from './zh/wallet.ts'

/** The entry of this language's file. */
export default function openLanguage(): Language {
  return { ...main, parts: { calls, held, frame, funding, notes, signing, wallet } }
}
