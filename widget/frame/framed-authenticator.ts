import type { Authenticator } from '#widget/passkey/authenticator.ts'
import { createInWindow } from './create-in-window.ts'
import { AT_ONCE_MS } from './exact-code.ts'
import type { Watch } from './watch.ts'

/**
 * Set when this browser has refused to create a passkey in this frame. The next click then opens a window
 * immediately.
 */
let needsWindow = false

/**
 * The authenticator of a frame. Creates new passkeys in a separate window if the browser does not let this
 * frame create them (Safari, or a page without `allow`).
 */
export function framedAuthenticator(
  inner: Authenticator,
  watch: Pick<Watch, 'offerWindow' | 'untilClosed'>,
): Authenticator {
  return {
    ...inner,
    async create(options, signal) {
      if (needsWindow || !allows('publickey-credentials-create'))
        return watch.untilClosed(createInWindow(options, signal))
      const startMs = performance.now()
      try {
        return await inner.create(options, signal)
      } catch (thrown) {
        const isRefusal = thrown instanceof Error && thrown.name === 'NotAllowedError' && document.hasFocus()
        if (!isRefusal || performance.now() - startMs > AT_ONCE_MS) throw thrown
        needsWindow = true
        // The browser may still accept this click for a window. If it does not, the next click opens the window.
        return watch.untilClosed(createInWindow(options, signal))
      }
    },
    async get(options, signal) {
      if (allows('publickey-credentials-get')) return inner.get(options, signal)
      watch.offerWindow()
      throw new DOMException('permissions policy', 'NotAllowedError')
    },
  }
}

/** Whether the outer page allows the feature. True if the browser cannot report it (Firefox, Safari). */
function allows(feature: string): boolean {
  const policy: unknown = Reflect.get(document, 'featurePolicy')
  if (typeof policy !== 'object' || policy === null) return true
  const ask: unknown = Reflect.get(policy, 'allowsFeature')
  return typeof ask !== 'function' || ask.call(policy, feature) !== false
}
