import { useState } from 'react'

/**
 * A title that is made once somebody points at its element or comes to it by key: the browser takes tens of
 * milliseconds before it can write its first date, which the first picture of a page need not wait for.
 */
export function useLateTitle(make: () => string) {
  const [isAsked, setIsAsked] = useState(false)
  const ask = () => setIsAsked(true)
  return { title: isAsked ? make() : undefined, onPointerEnter: ask, onFocus: ask }
}
