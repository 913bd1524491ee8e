/** Texts that are on the console already. */
const warned = new Set<string>()

/** Writes to the browser's console, once for each text. The page goes on. */
export function warnOnce(problem: string): void {
  if (warned.has(problem)) return
  warned.add(problem)
  // oxlint-disable-next-line no-console -- for the page's developers: what they wrote has no effect
  console.warn('[latchkey]', problem)
}
