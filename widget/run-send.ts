import type { WidgetCall } from '#protocol/widget-call.ts'
import { anySignal } from './any-signal.ts'
import { LatchkeyBeforeEvent } from './before-event.ts'
import { clock } from './browser-deps.ts'
import {
  LatchkeyBeforeSignEvent,
  LatchkeyExecutedEvent,
  LatchkeyOutcomeEvent,
  LatchkeyStatusEvent,
} from './events.ts'
import type { Calls, Files, OwnCall, WalletRun } from './files.ts'
import { toDraft } from './flows/check-transfer.ts'
import { coinPlan } from './flows/choose-transfer.ts'
import type { Again } from './flows/send-input.ts'
import type { Confirmation, SendScreens } from './flows/send-screens.ts'
import { signTransaction } from './flows/sign-transaction.ts'
import { commonScreens } from './screens/common-screens.ts'
import { askConfirm, type Draw } from './screens/confirm-screen.ts'
import { drawCoins } from './screens/draw-coins.ts'
import { showProgress, type Onward } from './screens/progress-screen.ts'
import type { Stage } from './screens/stage.ts'
import { askTransfer } from './screens/transfer-screen.ts'

/**
 * The request to sign: the page's call, a call by a file on demand (`own`), or otherwise a transfer that the person
 * chooses.
 */
export type Signing = {
  call: WidgetCall | null
  /** The page's ERC-7730 descriptors, not validated. */
  descriptors?: unknown
  /** The request that the person wants to prepare again. */
  again?: Again | undefined
  own?: OwnCall
}

/** The files on demand that this round has loaded. A screen that needs one of them cannot wait. */
type Loaded = Partial<Pick<Files, 'calls' | 'cancel' | 'held'>>

/**
 * One round of the send flow: sends tokens, or signs a call. Returns the request that the person wants to prepare
 * again.
 */
export async function runSend(
  run: Pick<WalletRun, 'settings' | 'stage' | 'signal' | 'dispatch' | 'deps' | 'file'>,
  { call, descriptors, again, own }: Signing,
): Promise<{ wanted: Promise<Again | undefined> }> {
  const { settings, stage, dispatch, deps, file } = run
  const { attribute } = settings
  const input = { ...settings, host: location.hostname, again }
  const given = again?.call ?? call
  const loaded: Loaded = {}
  async function openCalls(): Promise<Calls> {
    loaded.calls = await file('calls')
    stage.messages = loaded.calls.words(stage.messages)
    return loaded.calls
  }
  const plan =
    own?.plan ?? (given === null ? coinPlan(input) : (await openCalls()).planCall(given, descriptors))

  // A new round stops following a held call.
  const leaving = new AbortController()
  let want: (again: Again | undefined) => void = () => {}
  const wanted = new Promise<Again | undefined>((resolve) => (want = resolve))
  void wanted.then(() => leaving.abort())
  const onward: Onward = {
    again: ({ confirmation }) => want(keepAgain(confirmation, given, loaded)),
    another: plan.fixed
      ? undefined
      : ({ confirmation: { digest } }) => {
          deps.memory.aside.add(digest)
          want(undefined)
        },
  }
  const following = signTransaction(
    {
      ...deps,
      screens: sendScreens(stage, onward, own, loaded),
      held: async () => (loaded.held = await file('held')),
      cancel: async () => (loaded.cancel = await file('cancel'))(stage.messages),
      notes: (...signed) =>
        file('notes').then(
          (notesOf) => notesOf(...signed),
          (error: unknown): undefined => {
            // A person's transfer can be signed without the file that checks amounts. The screen then expands its raw
            // data.
            if (given ?? attribute('token-decimals') ?? attribute('token-symbol') ?? attribute('max-fee'))
              throw error
          },
        ),
      callReader: async () => own?.read ?? (await openCalls()).read(descriptors),
      beforeSign: (signing) =>
        LatchkeyBeforeEvent.ask(new LatchkeyBeforeSignEvent(signing), dispatch, run.signal),
      executed: (executed) => void dispatch(new LatchkeyExecutedEvent(executed)),
      statusChanged(status, confirmation) {
        dispatch(new LatchkeyStatusEvent(status))
        dispatch(new LatchkeyOutcomeEvent(status))
        own?.statusChanged(status, confirmation)
      },
    },
    input,
    anySignal(run.signal, leaving.signal),
    plan,
  )
  await Promise.race([following, wanted])
  return { wanted }
}

function sendScreens(stage: Stage, onward: Onward, own: OwnCall | undefined, loaded: Loaded): SendScreens {
  const chooseDraw = (confirmation: Confirmation): Draw => {
    const { cancels } = confirmation
    const cancel = cancels && loaded.cancel?.(stage.messages).draw(chooseDraw(cancels), cancels)
    if (cancel) return cancel
    return own?.draw ?? (isCoins(confirmation) ? undefined : loaded.calls?.draw) ?? drawCoins
  }
  return {
    ...commonScreens(stage),
    askTransfer: (view) => askTransfer(stage, view),
    async askConfirm(view) {
      const draw = chooseDraw(view.confirmation)
      const before = await draw.before?.(stage, view)
      return before === 'back' ? before : askConfirm(stage, view, draw)
    },
    working: (step) => stage.working(stage.messages.working[step], step === 'execute'),
    showProgress(progress) {
      const draw = chooseDraw(progress.confirmation)
      showProgress(stage, progress, { onward, draw, held: loaded.held, now: clock.now })
    },
  }
}

/** The same transfer with the typed values, or the same call. */
function keepAgain(confirmation: Confirmation, given: WidgetCall | null, loaded: Loaded): Again {
  const walletAddress = confirmation.wallet.address
  const calls = given === null && isCoins(confirmation) ? undefined : loaded.calls
  return calls === undefined
    ? { walletAddress, draft: toDraft(confirmation) }
    : { walletAddress, call: calls.again(confirmation) }
}

function isCoins({ call, description }: Confirmation): boolean {
  return description.kind === 'erc20-transfer' && !call.value
}
