import type { Funding, Held } from '#widget/files.ts'
import type { CreateScreens } from '#widget/flows/create-context.ts'
import type { Confirmation, SendScreens } from '#widget/flows/send-screens.ts'
import { askCode } from './code-screen.ts'
import { askRetry, showLoading } from './common-screens.ts'
import { askConfirm, type Draw } from './confirm-screen.ts'
import { showCreated } from './created-screen.ts'
import { askPasskey } from './passkey-screen.ts'
import { askPerson } from './person-screen.ts'
import { showProgress, type Onward } from './progress-screen.ts'
import type { Stage } from './stage.ts'
import { askTransfer } from './transfer-screen.ts'
import { askWallet } from './wallet-screen.ts'

/** The steps of creating a wallet, drawn on a stage. */
export function createScreens(
  stage: Stage,
  now: () => number,
  funding: () => Funding | undefined,
  backUp: (again: () => void) => void,
): CreateScreens {
  return {
    loading: () => showLoading(stage),
    askPerson: (view) => askPerson(stage, view),
    askCode: (view) => askCode(stage, view, now),
    askPasskey: (view) => askPasskey(stage, view),
    showFunding: (view) => funding()?.show(stage, view),
    working: (step) => stage.working(stage.messages.working[step], step === 'wallet'),
    askRetry: (problem) => askRetry(stage, problem),
    showCreated: function show(wallet) {
      showCreated(stage, wallet, () => backUp(() => show(wallet)))
    },
  }
}

/** The steps of sending, drawn on a stage; `drawOf` selects how a call is drawn. */
export function sendScreens(
  stage: Stage,
  onward: Onward,
  drawOf: (confirmation: Confirmation) => Draw,
  held: () => Held | undefined,
  now: () => number,
): SendScreens {
  return {
    loading: () => showLoading(stage),
    askWallet: (wallets) => askWallet(stage, wallets),
    askTransfer: (view) => askTransfer(stage, view),
    async askConfirm(view) {
      const draw = drawOf(view.confirmation)
      const before = await draw.before?.(stage, view)
      return before === 'back' ? before : askConfirm(stage, view, draw)
    },
    working: (step) => stage.working(stage.messages.working[step], step === 'execute'),
    askRetry: (problem) => askRetry(stage, problem),
    showProgress: (progress) =>
      showProgress(stage, progress, { onward, draw: drawOf(progress.confirmation), held: held(), now }),
  }
}
