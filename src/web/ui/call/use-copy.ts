import { useEffect, useState } from 'react'

/** Time for which a button shows "Copied", in milliseconds. */
const SHOWN_MS = 1_600

/** Copies a text. `copied` is true for a moment afterwards. */
export function useCopy(text: string): { copied: boolean; copy: () => Promise<void> } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // A page that is not secure has no clipboard. The person can still select the text.
      setCopied(false)
    }
  }
  return { copied, copy }
}
