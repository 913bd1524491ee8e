import { useLiveState } from './live-events.ts'

const INTERVAL_MS = 15_000

/** How often what live events tell of is asked for again: not at all while they come. */
export function useRefetchInterval(): number | false {
  return useLiveState() === 'live' ? false : INTERVAL_MS
}
