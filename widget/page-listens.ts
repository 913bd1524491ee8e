/** Longest wait of a page that still loads, in milliseconds: it may have been dispatched its `DOMContentLoaded` already. */
const LOADING_MS_MAX = 1_000

/**
 * Resolves when the scripts of the page have had time to add their listeners: after its deferred scripts and modules, or in a
 * task of its own on a page that is loaded. Earlier, no listener would hear of an error.
 */
export function pageListens(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, document.readyState === 'complete' ? 0 : LOADING_MS_MAX)
    document.addEventListener('DOMContentLoaded', () => setTimeout(resolve), { once: true })
  })
}
