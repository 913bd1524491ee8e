import { useRef } from 'react'

/**
 * Names what a form sends: the same name for the same values, until another thing was asked for. So an answer that was
 * lost can be asked for again, and nothing is made twice.
 */
export function useRequestKey(): (values: unknown) => string {
  const named = useRef({ values: '', key: '' })
  return (values) => {
    const text = JSON.stringify(values) ?? ''
    if (named.current.key === '' || named.current.values !== text)
      named.current = { values: text, key: crypto.randomUUID() }
    return named.current.key
  }
}
