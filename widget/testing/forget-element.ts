/**
 * Removes an element's definition. Files of one process share a window, whose registry keeps a name forever.
 * A file that defines an element calls this first, so that another file's definition is not used.
 */
export function forgetElement(name: string): void {
  for (const symbol of Object.getOwnPropertySymbols(customElements)) {
    const part: unknown = Reflect.get(customElements, symbol)
    if (!(part instanceof Map)) continue
    for (const [key, value] of part) if (key === name || value === name) part.delete(key)
  }
}
