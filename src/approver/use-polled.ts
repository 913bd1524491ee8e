import { useCallback, useEffect, useState } from 'preact/hooks'

export type Polled<Value> = {
  value: Value | undefined
  /** Why the newest reading failed; `value` is then an older one. */
  problem: unknown
  /** Reads now, or takes over a value that another request answered. */
  refresh: (value?: Value) => void
}

const INTERVAL_MS = 2_500

/**
 * Reads a value now and again while the page is visible; a failed reading keeps the last value and says so.
 *
 * @param read Made with `useCallback`: another function reads something else, and nothing of the last is kept.
 */
export function usePolled<Value>(read: () => Promise<Value>): Polled<Value> {
  const [state, setState] = useState<{ read: unknown; value?: Value; problem?: unknown }>({ read })
  const [round, setRound] = useState(0)
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
      if (!ended) timer = setTimeout(() => void run(), INTERVAL_MS)
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
  }, [read, round])
  const refresh = useCallback(
    (value?: Value) => {
      if (value !== undefined) setState({ read, value })
      setRound((last) => last + 1)
    },
    [read],
  )
  const current = state.read === read ? state : undefined
  return { value: current?.value, problem: current?.problem, refresh }
}
