import type { CreateScreens } from '#widget/flows/create-screens.ts'
import type { Confirmation, SendScreens } from '#widget/flows/send-screens.ts'
import { askCode } from './code-screen.ts'
import { askRetry, showLoading } from './common-screens.ts'
import { askConfirm } from './confirm-screen.ts'
import type { Draw } from './draw.ts'
import { showCreated } from './created-screen.ts'
import { showFunding } from './funding-screen.ts'
import { askPasskey } from './passkey-screen.ts'
import { askPerson } from './person-screen.ts'
import { showProgress, type Onward } from './progress-screen.ts'
import type { Stage } from './stage.ts'
import { askTransfer } from './transfer-screen.ts'
import { askWallet } from './wallet-screen.ts'

/** The steps of creating a wallet, drawn on a stage. */
export function createScreens(stage: Stage, now: () => number): CreateScreens {
  return {
    loading: () => showLoading(stage),
    askPerson: (view) => askPerson(stage, view),
    askCode: (view) => askCode(stage, view, now),
    askPasskey: (view) => askPasskey(stage, view),
    showFunding: (funding) => showFunding(stage, funding),
    working: (step) => stage.working(stage.messages.working[step], step === 'wallet'),
    askRetry: (problem) => askRetry(stage, problem),
    showCreated: (wallet) => showCreated(stage, wallet),
  }
}

/** The steps of sending, drawn on a stage; `drawOf` tells how a call is shown. */
export function sendScreens(
  stage: Stage,
  onward: Onward,
  drawOf: (confirmation: Confirmation) => Draw,
  now: () => number,
): SendScreens {
  return {
    loading: () => showLoading(stage),
    askWallet: (wallets) => askWallet(stage, wallets),
    askTransfer: (view) => askTransfer(stage, view),
    askConfirm: (view) => askConfirm(stage, view, drawOf(view.confirmation)),
    working: (step) => stage.working(stage.messages.working[step], step === 'execute'),
    askRetry: (problem) => askRetry(stage, problem),
    showProgress: (progress) =>
      showProgress(stage, progress, { onward, draw: drawOf(progress.confirmation), now }),
  }
}
