import type { WidgetCall } from '#protocol/widget-call.ts'
import {
  LatchkeyBeforeSignEvent,
  LatchkeyExecutedEvent,
  LatchkeyOutcomeEvent,
  LatchkeyStatusEvent,
} from './events.ts'
import type { Calls, Cancel, Held, OwnCall, WalletRun } from './files.ts'
import { coinPlan } from './flows/choose-transfer.ts'
import { draftOf } from './flows/read-confirmation.ts'
import type { Again, SendDeps } from './flows/send-context.ts'
import type { Confirmation } from './flows/send-screens.ts'
import { signTransaction } from './flows/sign-transaction.ts'
import { loadFile } from './load-file.ts'
import type { Draw } from './screens/confirm-screen.ts'
import { drawCoins } from './screens/draw-coins.ts'
import type { Onward } from './screens/progress-screen.ts'
import { sendScreens } from './screens/screens.ts'
import type { Settings } from './settings.ts'

/** One round of the send flow; `again`: what the person wants prepared once more. */
export type SendRun = Pick<WalletRun, 'settings' | 'stage' | 'signal' | 'dispatch' | 'deps'> & {
  call: () => WidgetCall | null
  /** Its `descriptors` are unchecked. */
  element: { descriptors?: unknown }
  again: Again | undefined
  own?: OwnCall
}

/** Sends tokens, or signs the page's call. Answers what the user wants to prepare again. */
export async function runSend(run: SendRun): Promise<{ wanted: Promise<Again | undefined> }> {
  const { settings, stage, dispatch, deps, again, own } = run
  const { clock } = deps
  // Starting another round stops following a held call.
  const leaving = new AbortController()
  let want: (again: Again | undefined) => void = () => {}
  const wanted = new Promise<Again | undefined>((resolve) => (want = resolve))
  void wanted.then(() => leaving.abort())
  const input = { ...settings, host: location.hostname, again }
  const given = again?.call ?? run.call()
  let calls: Calls | undefined
  let held: Held | undefined
  let cancel: Cancel | undefined
  async function further(): Promise<Calls> {
    calls = await loadFile(settings.apiUrl, 'calls')
    stage.messages = calls.words(stage.messages)
    return calls
  }
  const plan =
    own?.plan ?? (given === null ? coinPlan(input) : (await further()).planOf(given, run.element.descriptors))
  const isCoins = ({ call, description }: Confirmation) =>
    description.kind === 'erc20-transfer' && !call.value
  const onward: Onward = {
    again: ({ confirmation }) =>
      want({
        walletAddress: confirmation.wallet.address,
        ...(calls === undefined || (given === null && isCoins(confirmation))
          ? { draft: draftOf(confirmation) }
          : { call: calls.callOf(confirmation) }),
      }),
    another: plan.fixed
      ? undefined
      : ({ confirmation: { digest } }) => {
          deps.memory.aside.add(digest)
          want(undefined)
        },
  }
  const drawOf = (confirmation: Confirmation): Draw =>
    confirmation.cancels && cancel
      ? cancel.draw(drawOf(confirmation.cancels), confirmation.cancels)
      : (own?.draw ?? (calls === undefined || isCoins(confirmation) ? drawCoins : calls.draw))
  const following = signTransaction(
    {
      ...deps,
      screens: sendScreens(stage, onward, drawOf, () => held, clock.now),
      held: async () => (held = await loadFile(settings.apiUrl, 'held')),
      cancel: async () => (cancel = (await loadFile(settings.apiUrl, 'cancel'))(stage.messages)),
      notes: notesFile(settings, () => calls),
      callReader: async () => own?.read ?? (await further()).read(run.element.descriptors),
      ...eventsOf(dispatch),
    },
    input,
    AbortSignal.any([run.signal, leaving.signal]),
    plan,
  )
  await Promise.race([following, wanted])
  return { wanted }
}

/** Without the file that checks what amounts are worth, a transfer's exact data stands open on the screen. */
function notesFile(
  { apiUrl, attribute }: Settings,
  calls: () => Calls | undefined,
): NonNullable<SendDeps['notes']> {
  return (context, confirmation) =>
    loadFile(apiUrl, 'notes').then(
      (notesOf) => notesOf(context, confirmation),
      (error: unknown) => {
        if (calls() ?? attribute('token-decimals') ?? attribute('max-fee')) throw error
        return undefined
      },
    )
}

/** The page's events of a call. */
function eventsOf(
  dispatch: SendRun['dispatch'],
): Pick<SendDeps, 'beforeSign' | 'executed' | 'statusChanged'> {
  return {
    beforeSign: (signing) => dispatch(new LatchkeyBeforeSignEvent(signing)),
    executed: (executed) => void dispatch(new LatchkeyExecutedEvent(executed)),
    statusChanged(status) {
      dispatch(new LatchkeyStatusEvent(status))
      dispatch(new LatchkeyOutcomeEvent(status))
    },
  }
}
