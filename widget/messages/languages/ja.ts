import type { Language } from '#widget/messages/language.ts'
import { calls } from './ja/calls.ts'
import { frame } from './ja/frame.ts'
import { funding } from './ja/funding.ts'
import { held } from './ja/held.ts'
import { main } from './ja/main.ts'
import { notes } from './ja/notes.ts'
import { signing } from './ja/signing.ts'
import { wallet } from './ja/wallet.ts'

/** The entry of this language's file. */
export default function openLanguage(): Language {
  return { ...main, parts: { calls, held, frame, funding, notes, signing, wallet } }
}
