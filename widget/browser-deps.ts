import { createWidgetApi, type WidgetApi } from './api.ts'
import { wait, type Clock } from './deadline.ts'
import { WidgetError } from './errors.ts'
import type { Report } from './flows/attempt.ts'
import type { Memory } from './memory.ts'
import type { Authenticator } from './passkey/authenticator.ts'
import type { Session } from './session.ts'

/** Dependencies of every flow. */
export type FlowDeps = {
  api: WidgetApi
  authenticator: Authenticator
  /** Origin of the page around a frame. Undefined if unknown. */
  origin?: string | undefined
  memory: Memory
  clock: Clock
  random: (length: number) => Uint8Array<ArrayBuffer>
  report: Report
  /** Resolves when the first screen can be displayed. Undefined means immediately. */
  branded?: Promise<unknown> | undefined
}

/** This device's clock. */
export const clock: Clock = { now: () => Date.now(), wait }

/** The browser's randomness. */
export const random: FlowDeps['random'] = (length) => crypto.getRandomValues(new Uint8Array(length))

/** The server's API, called from a page. */
export function browserApi(
  apiUrl: string,
  session: Session,
  chainId: string | undefined,
  fetchFrom: (url: string, init: RequestInit) => Promise<Response> = (url, init) => fetch(url, init),
): WidgetApi {
  return createWidgetApi({
    apiUrl,
    session,
    chainId,
    fetch: (url, init) => Promise.race([fetchFrom(url, init), failOffline(init.signal)]),
    now: clock.now,
    online: () => navigator.onLine,
  })
}

/** Rejects when the browser goes offline. A pending request would notice a lost connection late. */
function failOffline(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => addEventListener('offline', reject, { signal }))
}

/**
 * Features of every supported browser. Without one, a flow would fail only after its first steps. Source:
 * src/protocol/browser-floor.ts.
 */
const NEEDED: Record<string, () => unknown> = {
  'secure context': () => isSecureContext,
  WebAuthn: () => globalThis.PublicKeyCredential,
  'crypto.subtle': () => crypto.subtle,
  throwIfAborted: () => AbortSignal.prototype.throwIfAborted,
  toSorted: () => Array.prototype.toSorted,
  replaceSync: () => CSSStyleSheet.prototype.replaceSync,
}

/** @throws WidgetError `UNSUPPORTED_BROWSER` if passkeys are unavailable or the browser is too old */
export function requireBrowser(): void {
  const lacking = Object.keys(NEEDED).find((name) => !NEEDED[name]?.())
  if (lacking !== undefined) throw new WidgetError('UNSUPPORTED_BROWSER', { detail: `no ${lacking}` })
}
