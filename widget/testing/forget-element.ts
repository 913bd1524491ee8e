/**
 * Takes an element's definition back. Files of one process share a window, whose registry keeps a name for ever: a file
 * that defines an element does this before, so that another file's is not in its place.
 */
export function forgetElement(name: string): void {
  for (const symbol of Object.getOwnPropertySymbols(customElements)) {
    const part: unknown = Reflect.get(customElements, symbol)
    if (!(part instanceof Map)) continue
    for (const [key, value] of part) if (key === name || value === name) part.delete(key)
  }
}
