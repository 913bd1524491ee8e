import { rejectOnAbort, withDeadline } from '#widget/deadline.ts'
import { WidgetError } from '#widget/errors.ts'
import type { WalletElement } from '#widget/files.ts'
import {
  ALONE,
  CONNECT,
  isHandshake,
  isOpenedWindow,
  parseOrigins,
  READY,
  REFUSE,
  type Handshake,
} from './protocol.ts'

/** The attribute in which the page of a frame lists who may embed it. */
export const PARENT_ORIGINS = 'parent-origins'

/** The other end of a port, and the origin that sent it. */
export type Host = { port: MessagePort; origin: string }

/**
 * Connects to the page around this one, or to the frame that opened this window. Undefined if the frame's
 * page lists no origin and uses its own attributes.
 *
 * @throws WidgetError `CONFIGURATION` if the outer page has another origin or does not respond
 */
export async function connect(element: WalletElement): Promise<Host | undefined> {
  const host: Window | null = isOpenedWindow() ? window.opener : window.parent
  const origins = isOpenedWindow() ? [location.origin] : originsAround(element)
  if (origins === undefined) return undefined
  if (host === null) throw refused('this window was opened by no frame')
  const { signal } = new AbortController()
  try {
    return await withDeadline(signal, HOST_AWAITED_MS, (bounded) => awaitHost(window, host, origins, bounded))
  } catch (cause) {
    throw refused(`no answer from ${origins.join(' or ')}`, cause)
  }
}

/**
 * The origins that may be around this page. Undefined if the page lists none. Notifies the outer page if it
 * is not connected.
 *
 * @throws WidgetError `CONFIGURATION`
 */
function originsAround(element: WalletElement): string[] | undefined {
  const say = (word: Handshake): void => window.parent.postMessage(word, '*')
  try {
    const origins = readOrigins(element)
    if (origins === undefined) say(ALONE)
    else requireAncestors(origins)
    return origins
  } catch (problem) {
    say(REFUSE)
    throw problem
  }
}

function readOrigins(element: WalletElement): string[] | undefined {
  const text = element.getAttribute(PARENT_ORIGINS)
  if (text === null) {
    // A page without its own `flow` leaves the flow to the outer page, so it must name that page's origin.
    if (element.hasAttribute('flow')) return undefined
    throw refused('it is missing, so that the page around this one sets no flow')
  }
  if (text.trim() === '') throw refused('it is empty: name the origin of the page around this one')
  const { origins, problem } = parseOrigins(text)
  if (problem !== undefined) throw refused(problem)
  return origins
}

/**
 * Requires that every outer page is known, not only the next one. A page further out could cover the next page and
 * this frame.
 */
function requireAncestors(origins: readonly string[]): void {
  const strangers = [...(location.ancestorOrigins ?? [])].filter((origin) => !origins.includes(origin))
  if (strangers.length > 0) throw refused(`${strangers.join(', ')} is not among them`)
}

function refused(detail: string, cause?: unknown): WidgetError {
  return new WidgetError('CONFIGURATION', { detail: `parent-origins: ${detail}`, cause })
}

/**
 * Maximum time to wait for a host, in milliseconds. A host that is slower does not know this protocol, or may
 * not embed.
 */
export const HOST_AWAITED_MS = 10_000

/**
 * Guest side: announces itself and waits for the host's port. `origins` has all possible hosts, compared
 * exactly. The message is sent only to them, and only the window that embeds or opened this one is accepted.
 * Only the first port counts.
 *
 * @throws DOMException `AbortError`, or the signal's reason
 */
export function awaitHost(
  own: Window,
  host: Window,
  origins: readonly string[],
  signal: AbortSignal,
): Promise<Host> {
  const met = new AbortController()
  const found = new Promise<Host>((resolve) => {
    const listen = (event: MessageEvent) => {
      const [port] = event.ports
      if (event.source !== host || !origins.includes(event.origin)) return
      if (port !== undefined && isHandshake(event.data, CONNECT)) resolve({ port, origin: event.origin })
    }
    own.addEventListener('message', listen, { signal: met.signal })
  })
  // Browsers log an error for every origin that does not match. If the ancestors are known, only the right
  // origin is tried.
  const parent = own.location.ancestorOrigins?.[0]
  for (const origin of origins) if (parent === undefined || parent === origin) host.postMessage(READY, origin)
  return Promise.race([found, rejectOnAbort(signal)]).finally(() => met.abort())
}
