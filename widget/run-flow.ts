import { createWidgetApi } from './api.ts'
import type { Clock } from './clock.ts'
import { rejectOnAbort, wait } from './deadline.ts'
import { asWidgetError, WidgetError } from './errors.ts'
import {
  LatchkeyBeforeSignEvent,
  LatchkeyCreatedEvent,
  LatchkeyErrorEvent,
  LatchkeyExecutedEvent,
  LatchkeyStatusEvent,
} from './events.ts'
import { createWallet } from './flows/create-wallet.ts'
import { isAllSet } from './flows/choose-transfer.ts'
import { signTransaction } from './flows/sign-transaction.ts'
import { browserStore, createMemory } from './memory.ts'
import { browserAuthenticator } from './passkey/authenticator.ts'
import { askRestart, showLoading } from './screens/common-screens.ts'
import { createScreens, sendScreens } from './screens/screens.ts'
import type { Stage } from './screens/stage.ts'
import type { Session } from './session.ts'
import type { Settings } from './settings.ts'

/** What one run of an element's flow works with. */
export type Run = {
  /** Read at the start of each round: throws for attributes that cannot be used. */
  settings: () => Settings
  session: Session
  /** Resolves when the page has set a token, or has had the time to. */
  tokenGiven: () => Promise<void>
  stage: Stage
  signal: AbortSignal
  /** Dispatches an event on the element; `false` when the page prevented it. */
  dispatch: (event: Event) => boolean
}

const clock: Clock = { now: () => Date.now(), wait }
const memory = createMemory(browserStore())
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Runs the element's flow, and runs it again when the person wants to; ends when it is done or `signal` aborts. */
export async function runFlow(run: Run): Promise<void> {
  const report = reporter(run)
  for (;;) {
    try {
      showLoading(run.stage)
      const again = await runOnce(run, report)
      if (again === undefined) return
      await Promise.race([again.wanted, rejectOnAbort(run.signal)])
    } catch (thrown) {
      if (run.signal.aborted) return
      const error = asWidgetError(thrown)
      report(error)
      const stopped = await askRestart(run.stage, error).catch(() => 'left' as const)
      if (stopped === 'left') return
    }
  }
}

/** One round. Answers when the person wants another one, where the flow offers it. */
async function runOnce(
  run: Run,
  report: (error: WidgetError) => void,
): Promise<{ wanted: Promise<void> } | undefined> {
  const { stage, signal, dispatch } = run
  const settings = run.settings()
  requirePasskeys()
  await run.tokenGiven()
  const deps = { api: apiOf(run, settings), authenticator: browserAuthenticator, memory, clock, report }
  if (settings.flow === 'create') {
    const screens = createScreens(stage, clock.now)
    dispatch(new LatchkeyCreatedEvent(await createWallet({ ...deps, screens, random }, settings, signal)))
    return undefined
  }
  let another = () => {}
  const wanted = new Promise<void>((resolve) => (another = resolve))
  await signTransaction(
    {
      ...deps,
      screens: sendScreens(stage, isAllSet(settings) ? undefined : () => another()),
      beforeSign: (signing) => dispatch(new LatchkeyBeforeSignEvent(signing)),
      executed: (executed) => void dispatch(new LatchkeyExecutedEvent(executed)),
      statusChanged: (status) => void dispatch(new LatchkeyStatusEvent(status)),
    },
    { ...settings, host: location.hostname },
    signal,
  )
  return { wanted }
}

function apiOf(run: Run, settings: Settings) {
  return createWidgetApi({
    apiUrl: settings.apiUrl,
    session: run.session,
    fetch: (url, init) => fetch(url, init),
    online: () => navigator.onLine,
  })
}

function requirePasskeys(): void {
  if (!isSecureContext || typeof PublicKeyCredential === 'undefined') {
    throw new WidgetError('UNSUPPORTED_BROWSER', {
      detail: isSecureContext ? 'no WebAuthn' : 'the page is not a secure context',
    })
  }
}

/** Tells the page of each error once, however many steps it passes through. */
function reporter(run: Run): (error: WidgetError) => void {
  const told = new WeakSet<WidgetError>()
  return (error) => {
    if (told.has(error)) return
    told.add(error)
    const message = run.stage.messages.errors[error.code]
    run.dispatch(new LatchkeyErrorEvent({ code: error.code, message, detail: error.detail }))
  }
}
