import { useCallback, useEffect, useState } from 'preact/hooks'
import { useLive } from './use-live.ts'

export type Polled<Value> = {
  value: Value | undefined
  /** Why the newest read failed; `value` is then an older one. */
  problem: unknown
  /** Reads now, or takes over a value from another request's answer. */
  refresh: (value?: Value) => void
}

/** Without and with reported changes. */
const INTERVAL_MS = 15_000
const LIVE_INTERVAL_MS = 60_000

/**
 * Reads a value, again with every change that the service reports, and at intervals in any case, while the page is
 * visible; a failed read leaves the last value and reports the problem.
 *
 * @param read Made with `useCallback`: another function reads something else, and the last value is dropped.
 */
export function usePolled<Value>(read: () => Promise<Value>): Polled<Value> {
  const [state, setState] = useState<{ read: unknown; value?: Value; problem?: unknown }>({ read })
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound((last) => last + 1), [])
  const isLive = useLive(again)
  useEffect(() => {
    let ended = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async () => {
      if (document.visibilityState === 'visible') {
        try {
          const value = await read()
          if (!ended) setState({ read, value })
        } catch (problem) {
          if (!ended) setState((last) => ({ ...(last.read === read ? last : { read }), problem }))
        }
      }
      if (!ended) timer = setTimeout(() => void run(), isLive ? LIVE_INTERVAL_MS : INTERVAL_MS)
    }
    const shown = () => {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      void run()
    }
    void run()
    document.addEventListener('visibilitychange', shown)
    return () => {
      ended = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', shown)
    }
  }, [read, round, isLive])
  const refresh = useCallback(
    (value?: Value) => {
      if (value !== undefined) setState({ read, value })
      again()
    },
    [read, again],
  )
  const current = state.read === read ? state : undefined
  return { value: current?.value, problem: current?.problem, refresh }
}
