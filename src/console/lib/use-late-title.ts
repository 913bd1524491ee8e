import { useState } from 'react'

/**
 * A title that is made when somebody points at its element or comes to it by key: the browser takes tens of
 * milliseconds before it can write its first date, which the first picture of a page need not wait for.
 */
export function useLateTitle(make: () => string) {
  const [title, setTitle] = useState<string>()
  const show = () => setTitle(make())
  return { title, onPointerEnter: show, onFocus: show }
}
