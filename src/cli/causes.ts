/** Longest chain of causes that is read. A chain may lead back to its beginning. */
const CAUSES_MAX = 8

/** The error and its causes, outermost first. */
export function listCauses(error: unknown): unknown[] {
  const chain: unknown[] = []
  let next = error
  while (next !== undefined && next !== null && chain.length < CAUSES_MAX && !chain.includes(next)) {
    chain.push(next)
    next = next instanceof Error ? next.cause : undefined
  }
  return chain
}
