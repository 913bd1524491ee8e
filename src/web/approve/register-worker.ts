import { readPushMessage } from '#protocol/org/push-message.ts'
import { hrefs } from './route.ts'

/** Trusted Types (W3C), as far as they are used here. */
type ScriptAddress = { readonly brand?: 'TrustedScriptURL' }
type ScriptPolicy = { createScriptURL: (input: string) => ScriptAddress & string }
type PolicyFactory = {
  createPolicy: (name: string, rules: { createScriptURL: () => string }) => ScriptPolicy
}
declare global {
  // Not in every browser yet; where it is, the page's policy asks for it.
  var trustedTypes: PolicyFactory | undefined
}

const WORKER = '/approve/sw.js'
const SCOPE = '/approve'
const LOOK_MS = 60 * 60_000

/**
 * Lets the service worker keep the app's files and take its push messages. A browser without one shows the app as
 * well, with a line only. A new version that took over while this page is open comes with the next step to another
 * page of the app: never in the middle of a decision.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data }) => openTransaction(String(data)))
  // The first worker is of this page's own version; each that follows it is of a newer one.
  let hasWorker = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (hasWorker) addEventListener('hashchange', () => location.reload(), { once: true })
    hasWorker = true
  })
  const registration = await serviceWorker.register(workerAddress(), { scope: SCOPE })
  lookForVersions(registration)
}

/** The registration of the app's worker, where there is one. */
export function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration(SCOPE)
}

/** A notice was opened, and this window is to show what it tells of. */
function openTransaction(text: string): void {
  const message = readPushMessage(text)
  location.hash = message === undefined ? hrefs.inbox : hrefs.transaction(message.transactionUuid)
}

function workerAddress(): string {
  const { trustedTypes: factory } = globalThis
  if (factory === undefined) return WORKER
  const policy = factory.createPolicy('latchkey-worker', { createScriptURL: () => WORKER })
  return policy.createScriptURL(WORKER)
}

/** The browser looks when the page is opened; an installed app may stay open for weeks. */
function lookForVersions(registration: ServiceWorkerRegistration): void {
  let lookedAt = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - lookedAt < LOOK_MS) return
    lookedAt = performance.now()
    registration.update().catch(() => {
      // No line, or nothing there: the next time.
    })
  })
}
