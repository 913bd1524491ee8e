/** Time from the frame's `load` event until its page must have announced itself, in milliseconds. */
export const GUEST_AWAITED_MS = 10_000
/** The same for a frame that fires no `load` event. */
const LOAD_AWAITED_MS = 30_000

/**
 * Calls `silent` when the page in a frame has not announced itself in time: a browser says neither that it was not found, nor that
 * it may not be framed, nor that it holds no element. The returned function stops the watch.
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
