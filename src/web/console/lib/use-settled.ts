import { useEffect, useState } from 'react'

/** A value after it stayed the same for `pauseMs`. Returns `first` until then. */
export function useSettled<Value, First>(value: Value, pauseMs: number, first: First): Value | First {
  const [settled, setSettled] = useState<Value | First>(first)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
