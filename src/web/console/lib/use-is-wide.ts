import { useSyncExternalStore } from 'react'

/** The `md` of the styles. */
const WIDE = '(min-width: 52rem)'

/**
 * Whether the window has room for columns. For long lists, which draw one of two forms of a row; elsewhere the styles
 * hide what does not fit.
 */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches)
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
