import type { WidgetCall } from '#shared/org/widget-call.ts'
import type { Calls } from './calls/kit.ts'
import {
  LatchkeyBeforeSignEvent,
  LatchkeyExecutedEvent,
  LatchkeyOutcomeEvent,
  LatchkeyStatusEvent,
} from './events.ts'
import { coinPlan } from './flows/coin-plan.ts'
import { draftOf } from './flows/read-confirmation.ts'
import type { Again, SendDeps } from './flows/send-context.ts'
import type { Confirmation } from './flows/send-screens.ts'
import { signTransaction } from './flows/sign-transaction.ts'
import { loadCalls } from './load-calls.ts'
import { drawCoins } from './screens/draw-coins.ts'
import type { Onward } from './screens/progress-screen.ts'
import { sendScreens } from './screens/screens.ts'
import type { Stage } from './screens/stage.ts'
import type { Settings } from './settings.ts'

/** One round of the send flow; `again`: what the person wants prepared once more. */
export type SendRun = {
  settings: Settings
  call: () => WidgetCall | null
  stage: Stage
  signal: AbortSignal
  dispatch: (event: Event) => boolean
  deps: Pick<SendDeps, 'api' | 'authenticator' | 'memory' | 'clock' | 'report'>
  again: Again | undefined
}

/** Sends coins, or signs the page's call. Answers when the person wants another round, and what of. */
export async function runSend(run: SendRun): Promise<{ wanted: Promise<Again | undefined> }> {
  const { settings, stage, dispatch, deps, again } = run
  const { clock } = deps
  // Who goes on to something else while a call is held follows it no longer.
  const leaving = new AbortController()
  let want: (again: Again | undefined) => void = () => {}
  const wanted = new Promise<Again | undefined>((resolve) => (want = resolve))
  void wanted.then(() => leaving.abort())
  const input = { ...settings, host: location.hostname, again }
  const given = again?.call ?? run.call()
  let calls: Calls | undefined
  async function further(): Promise<Calls> {
    calls = await loadCalls(settings.apiUrl)
    stage.messages = calls.words(stage.messages)
    return calls
  }
  const plan = given === null ? coinPlan(input) : (await further()).planOf(given)
  const isCoins = ({ description }: Confirmation) => description.kind === 'erc20-transfer'
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
      : ({ confirmation: { wallet, digest } }) => {
          deps.memory.forgetSent(wallet.address, digest)
          want(undefined)
        },
  }
  const drawOf = (confirmation: Confirmation) =>
    calls === undefined || isCoins(confirmation) ? drawCoins : calls.draw
  const following = signTransaction(
    {
      ...deps,
      screens: sendScreens(stage, onward, drawOf, clock.now),
      callReader: async () => (await further()).read,
      ...eventsOf(dispatch),
    },
    input,
    AbortSignal.any([run.signal, leaving.signal]),
    plan,
  )
  await Promise.race([following, wanted])
  return { wanted }
}

/** What the page hears of a call. */
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
