/** Texts that were already logged. */
const warned = new Set<string>()

/** Logs a warning to the browser's console, once for each text. */
export function warnOnce(problem: string): void {
  if (warned.has(problem)) return
  warned.add(problem)
  // oxlint-disable-next-line no-console -- for the page's developers: what they wrote has no effect
  console.warn('[latchkey]', problem)
}
