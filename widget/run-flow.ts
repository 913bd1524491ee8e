import type { WidgetCall } from '#shared/org/widget-call.ts'
import { createWidgetApi } from './api.ts'
import type { Clock } from './clock.ts'
import { rejectOnAbort, wait } from './deadline.ts'
import { asWidgetError, WidgetError } from './errors.ts'
import { LatchkeyCreatedEvent, LatchkeyErrorEvent } from './events.ts'
import { createWallet } from './flows/create-wallet.ts'
import type { Again } from './flows/send-context.ts'
import { browserStore, createMemory } from './memory.ts'
import { browserAuthenticator } from './passkey/authenticator.ts'
import { runSend } from './run-send.ts'
import { askRestart, showLoading } from './screens/common-screens.ts'
import { createScreens } from './screens/screens.ts'
import type { Stage } from './screens/stage.ts'
import type { Session } from './session.ts'
import type { Settings } from './settings.ts'

/** What one run of an element's flow works with. */
export type Run = {
  /** Read at the start of each round: throws for attributes that cannot be used. */
  settings: () => Settings
  /** The page's call, where it has set one. */
  call: () => WidgetCall | null
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
  let again: Again | undefined
  for (;;) {
    try {
      showLoading(run.stage)
      const next = await runOnce(run, report, again)
      if (next === undefined) return
      again = await Promise.race([next.wanted, rejectOnAbort(run.signal)])
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
  again: Again | undefined,
): Promise<{ wanted: Promise<Again | undefined> } | undefined> {
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
  return runSend({ ...run, settings, deps, again })
}

function apiOf(run: Run, settings: Settings) {
  return createWidgetApi({
    apiUrl: settings.apiUrl,
    session: run.session,
    fetch: (url, init) => Promise.race([fetch(url, init), failOffline(init.signal)]),
    now: clock.now,
    online: () => navigator.onLine,
  })
}

/** A request that waits would learn late that the connection is gone. */
function failOffline(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => addEventListener('offline', reject, { signal }))
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
