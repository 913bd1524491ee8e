import { connectGuest, type GuestLink } from './connect-guest.ts'
import { WINDOW_HASH } from './protocol.ts'

const FEATURES = 'popup,width=480,height=760'
/** Poll interval in milliseconds, because a closed window sends no event. */
const LOOK_MS = 400

/**
 * Opens a window of the frame's own page from within a click. The window is top-level in its own tab and has this
 * frame as its host. Undefined if the browser blocks the window: pop-ups are blocked, or the outer page requests
 * isolation (`Cross-Origin-Opener-Policy: same-origin`), which separates the two.
 */
export function openOwnWindow(
  connected: (link: GuestLink) => void,
  message: (link: GuestLink, message: Record<string, unknown>) => void,
): { link: GuestLink; closed: Promise<void> } | undefined {
  const url = `${location.href.split('#')[0] ?? ''}${WINDOW_HASH}`
  const opened = window.open(url, '_blank', FEATURES)
  if (opened === null) return undefined
  const link: GuestLink = connectGuest(
    window,
    { window: () => opened, origin: location.origin },
    { connected: () => connected(link), message: (data) => message(link, data) },
  )
  const closed = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (!opened.closed) return
      clearInterval(timer)
      link.close()
      resolve()
    }, LOOK_MS)
  })
  return {
    link: {
      send: link.send,
      close() {
        link.close()
        opened.close()
      },
    },
    closed,
  }
}
