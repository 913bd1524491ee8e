/**
 * Maximum wait for a page that is loading, in milliseconds. Its `DOMContentLoaded` may already have been
 * dispatched.
 */
const LOADING_MS_MAX = 1_000

/**
 * Resolves when the page's scripts have had time to add their listeners. Waits for deferred scripts and
 * modules, or for the next task if the page has loaded. Before that, no listener would receive an error.
 */
export function pageListens(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, document.readyState === 'complete' ? 0 : LOADING_MS_MAX)
    document.addEventListener('DOMContentLoaded', () => setTimeout(resolve), { once: true })
  })
}
