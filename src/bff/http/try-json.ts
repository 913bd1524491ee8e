/** A text as JSON, or undefined when it is none: for what others send and nobody has to refuse. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
