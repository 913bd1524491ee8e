import type { CallMessages } from './calls-en.ts'
import type { MainMessages } from './en.ts'
import type { FrameMessages } from './frame-en.ts'
import type { FundingMessages } from './funding-en.ts'
import type { HeldMessages } from './held-en.ts'
import type { NotesMessages } from './notes-en.ts'
import type { SigningMessages } from './signing-en.ts'
import type { WalletMessages } from './wallet-en.ts'

/** The texts of the files that are loaded on demand, each as its English file has them. */
export type Parts = {
  calls: CallMessages
  held: HeldMessages
  frame: FrameMessages
  funding: FundingMessages
  notes: NotesMessages
  signing: SigningMessages
  wallet: WalletMessages
}

/** What a person reads. English brings no `parts`: each file on demand has its own English texts. */
export type Messages = MainMessages & { parts?: Parts }

/** What a file of another language gives: every text there is. One that is missing or left over does not compile. */
export type Language = MainMessages & { parts: Parts }
