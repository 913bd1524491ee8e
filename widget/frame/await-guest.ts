/** Maximum time from the frame's `load` event until its page announces itself, in milliseconds. */
export const GUEST_AWAITED_MS = 10_000
/** Maximum time for a frame that fires no `load` event, in milliseconds. */
const LOAD_AWAITED_MS = 30_000

/**
 * Calls `silent` if the page in a frame has not announced itself in time. Browsers do not report that a page
 * was not found, may not be framed, or has no element. The returned function stops the watch.
 */
export function awaitGuest(frame: HTMLIFrameElement, silent: () => void): () => void {
  let timer = setTimeout(silent, LOAD_AWAITED_MS)
  function loaded(): void {
    clearTimeout(timer)
    timer = setTimeout(silent, GUEST_AWAITED_MS)
  }
  frame.addEventListener('load', loaded)
  return () => {
    clearTimeout(timer)
    frame.removeEventListener('load', loaded)
  }
}
