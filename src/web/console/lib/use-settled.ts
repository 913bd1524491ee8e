import { useEffect, useState } from 'react'

/** A value once it has stayed the same for so long; at first what is given. */
export function useSettled<Value, First>(value: Value, pauseMs: number, first: First): Value | First {
  const [settled, setSettled] = useState<Value | First>(first)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
