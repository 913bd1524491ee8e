import { useStore } from './use-store.ts'
import { WIDE, windowPlace } from './window-place.ts'

/**
 * Whether the window has room for columns. For long lists, which draw one of two forms of a row; elsewhere the styles
 * hide what does not fit.
 */
export function useIsWide(): boolean {
  return useStore(subscribe, () => windowPlace().isWide)
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
