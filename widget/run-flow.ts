import { isWithinDomain } from '#protocol/passkey/origin.ts'
import { unknownNames } from './attributes/unknown-names.ts'
import { browserApi, clock, random, requireBrowser } from './browser-deps.ts'
import { rejectOnAbort, wait, withDeadline } from './deadline.ts'
import { asWidgetError, classifyError, type WidgetError } from './errors.ts'
import { LatchkeyErrorEvent } from './events.ts'
import type { Frame, WalletRun } from './files.ts'
import type { Again } from './flows/send-input.ts'
import { loadFile } from './load-file.ts'
import { browserStore, createMemory } from './memory.ts'
import { pageListens } from './page-listens.ts'
import { browserAuthenticator } from './passkey/authenticator.ts'
import { runCreate } from './run-create.ts'
import { runOffer } from './run-offer.ts'
import { runSend } from './run-send.ts'
import { askRestart, showLoading } from './screens/common-screens.ts'
import type { Session } from './session.ts'
import { parseApiUrl, parseSettings } from './settings.ts'
import { chooseSentence } from './texts/messages.ts'

/** The objects that one run of an element's flow uses. */
export type Run = Pick<WalletRun, 'element' | 'stage' | 'signal' | 'dispatch'> & {
  session: Session
  /** Resolves when the page has set a token, or has had time to set one. */
  tokenGiven: () => Promise<void>
}

const memory = createMemory(browserStore())

/**
 * Runs the element's flow, and repeats it when the person wants to. Ends when the flow is done or `signal`
 * aborts.
 */
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
      const error = await report(asWidgetError(thrown))
      const stopped = await askRestart(run.stage, error).catch(() => 'left' as const)
      if (stopped === 'left') return
    }
  }
}

/** Maximum wait of the first screen for the organization's name, logo and color, in milliseconds. */
const BRAND_MS_MAX = 1_000

/** Runs one round. Resolves when the person wants another round, if the flow offers it. */
async function runOnce(
  run: Run,
  report: (error: WidgetError) => Promise<WidgetError>,
  again: Again | undefined,
): Promise<{ wanted: Promise<Again | undefined> } | undefined> {
  await judgeNames(run, unknownNames(run.element, 'wallet'), 'wallet')
  const { unknown = [], ...entered } = await enterFrame(run)
  await judgeNames(run, unknown, 'frame')
  const settings = parseSettings((name) => run.element.getAttribute(name), location.hostname)
  const { apiUrl, flow, rpId } = settings
  requireBrowser()
  const { hostname } = location
  if (!isWithinDomain(hostname, rpId)) await (await loadFile(apiUrl, 'names')).requireRelated(hostname, rpId)
  await run.tokenGiven()
  const api = browserApi(apiUrl, run.session, settings.chainId)
  // A page without the brand is better than a payment that waits for it.
  const branded = withDeadline(run.signal, BRAND_MS_MAX, async () =>
    (await loadFile(apiUrl, 'welcome'))(run, api, flow),
  ).catch(() => {})
  const round: WalletRun = {
    ...run,
    settings,
    deps: { api, ...entered, memory, clock, report, random, branded },
    file: (name) => loadFile(apiUrl, name),
    send: (sending, own) => runSend(sending, { call: null, own }),
  }
  if (flow === 'create') return runCreate(round)
  if (flow === 'protect' || flow === 'devices') return (await round.file('keys')).run(round)
  if (flow !== 'send') return (await round.file(flow === 'sign' ? flow : 'wallet')).run(round)
  if (again === undefined) await runOffer(round)
  return runSend(round, { call: run.element.call, descriptors: run.element.descriptors, again })
}

/** Rejects unknown attributes or warns of them. Most pages have none and load no code for this. */
async function judgeNames({ element }: Run, names: readonly string[], of: 'wallet' | 'frame'): Promise<void> {
  if (names.length === 0) return
  const { judge } = await loadFile(parseApiUrl(element.getAttribute('api-url')), 'names')
  judge(names, of)
}

/** Connects a frame to its host. Runs before the attributes are read, because the host may set them. */
async function enterFrame({ element, stage, signal }: Run): ReturnType<Frame['enter']> {
  const own = { authenticator: browserAuthenticator }
  if (window === window.top && location.hash !== '#latchkey-window') return own
  const apiUrl = parseApiUrl(element.getAttribute('api-url'))
  return (await loadFile(apiUrl, 'frame')).enter({ element, stage, signal, ...own })
}

/** Reports each error to the page once, with the most exact code, even if several steps rethrow it. */
function reporter(run: Run): (error: WidgetError) => Promise<WidgetError> {
  const reported = new WeakSet<WidgetError>()
  return async (error) => {
    if (reported.has(error)) return error
    await pageListens()
    const exact = classifyError(error).isExplained === true ? await explain(run, error) : error
    reported.add(error).add(exact)
    const { code, detail, reason } = exact
    const message = chooseSentence(run.stage.messages, exact)
    const isOpen = run.dispatch(new LatchkeyErrorEvent({ code, message, detail, reason }))
    const isMistake = isOpen && classifyError(exact).isMistake === true
    // oxlint-disable-next-line no-console -- for the page's developers, who need not listen to any event
    if (isMistake) console.error('[latchkey]', exact.message, exact.cause ?? '')
    return exact
  }
}

/**
 * Timeout in milliseconds for loading the file that explains an error. The error has a sentence without it.
 */
const EXPLAINED_MS = 4_000

async function explain({ element, stage, signal }: Run, error: WidgetError): Promise<WidgetError> {
  const text = (name: string) => element.getAttribute(name) ?? ''
  try {
    const apiUrl = parseApiUrl(text('api-url'))
    const { messages } = stage
    const late = wait(EXPLAINED_MS, signal).then(() => error)
    const file = loadFile(apiUrl, 'frame')
    const context = { apiUrl, rpId: text('rp-id') || location.hostname, messages, signal }
    return await Promise.race([late, file.then((frame) => frame.explain(error, context))])
  } catch {
    return error
  }
}
