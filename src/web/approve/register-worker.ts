import { readNotice, readPushMessage } from '#protocol/push-message.ts'
import { hrefs } from './route.ts'

/** The part of the Trusted Types API (W3C) that this file uses. */
type ScriptAddress = { readonly brand?: 'TrustedScriptURL' }
type ScriptPolicy = { createScriptURL: (input: string) => ScriptAddress & string }
type PolicyFactory = {
  createPolicy: (name: string, rules: { createScriptURL: () => string }) => ScriptPolicy
}
declare global {
  // Undefined in browsers without Trusted Types. In other browsers, the page's content security policy requires
  // Trusted Types.
  var trustedTypes: PolicyFactory | undefined
}

const WORKER = '/approve/sw.js'
const SCOPE = '/approve'
const LOOK_MS = 60 * 60_000

/**
 * Registers the service worker, which caches the app's files and receives push messages. Without a worker, the app
 * works online only. A new version may take over while this page is open. The page then loads the new version at the
 * next navigation within the app, never in the middle of a decision.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data }) => openNoticed(String(data)))
  // The first worker has this page's own version. Later workers are newer.
  let hasWorker = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (hasWorker) addEventListener('hashchange', () => location.reload(), { once: true })
    hasWorker = true
  })
  const registration = await serviceWorker.register(workerAddress(), { scope: SCOPE })
  lookForVersions(registration)
}

/** The registration of the app's worker. Undefined if there is none. */
export function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration(SCOPE)
}

/** Opens the page of the transaction or message whose notice was clicked. */
function openNoticed(text: string): void {
  const message = readPushMessage(text)
  location.hash = message === undefined ? hrefs.inbox : readNotice(message).fragment
}

function workerAddress(): string {
  const { trustedTypes: factory } = globalThis
  if (factory === undefined) return WORKER
  const policy = factory.createPolicy('latchkey-worker', { createScriptURL: () => WORKER })
  return policy.createScriptURL(WORKER)
}

/**
 * Checks for new versions. The browser checks only when the page opens, but an installed app may stay open
 * for weeks.
 */
function lookForVersions(registration: ServiceWorkerRegistration): void {
  let lookedAt = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - lookedAt < LOOK_MS) return
    lookedAt = performance.now()
    registration.update().catch(() => {
      // The check failed, for example offline. The next one may succeed.
    })
  })
}
