import { withDeadline } from '#widget/deadline.ts'
import type { WalletElement } from '#widget/files.ts'
import { WidgetError } from '#widget/errors.ts'
import { awaitHost, HOST_AWAITED_MS } from './await-host.ts'
import { isOpenedWindow } from './is-framed.ts'
import { parseOrigins } from './protocol.ts'

/** The attribute in which the page of a frame lists who may embed it. */
export const PARENT_ORIGINS = 'parent-origins'

/**
 * The port of the page around this one, or of the frame that opened this window; undefined for a frame whose page
 * lists no origin: it uses its own attributes.
 *
 * @throws WidgetError `CONFIGURATION` where the page around has another origin, or does not answer.
 */
export async function connect(element: WalletElement): Promise<MessagePort | undefined> {
  const host: Window | null = isOpenedWindow() ? window.opener : window.parent
  const origins = isOpenedWindow() ? [location.origin] : originsOf(element)
  if (origins === undefined) return undefined
  requireAncestors(origins)
  if (host === null) throw refused('this window was opened by no frame')
  const { signal } = new AbortController()
  try {
    return await withDeadline(signal, HOST_AWAITED_MS, (bounded) => awaitHost(window, host, origins, bounded))
  } catch (cause) {
    throw refused(`no answer from ${origins.join(' or ')}`, cause)
  }
}

function originsOf(element: WalletElement): string[] | undefined {
  const text = element.getAttribute(PARENT_ORIGINS)
  if (text === null) return undefined
  const { origins, problem } = parseOrigins(text)
  if (problem !== undefined) throw refused(problem)
  return origins
}

/** Every page around this one must be known, not only the next: one further out could cover both. */
function requireAncestors(origins: readonly string[]): void {
  if (isOpenedWindow()) return
  const strangers = [...(location.ancestorOrigins ?? [])].filter((origin) => !origins.includes(origin))
  if (strangers.length > 0) throw refused(`${strangers.join(', ')} is not among them`)
}

function refused(detail: string, cause?: unknown): WidgetError {
  return new WidgetError('CONFIGURATION', { detail: `parent-origins: ${detail}`, cause })
}
