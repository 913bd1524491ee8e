/** A text of the shipped configuration, its replacement, and the exact number of occurrences. */
export type Replacement = readonly [from: string, to: string, times?: number]

/**
 * Replaces texts of the shipped configuration.
 *
 * @throws Error if the number of occurrences of a text differs, because the configuration has changed
 */
export function replaceExactly(text: string, replacements: readonly Replacement[]): string {
  let replaced = text
  for (const [from, to, times = 1] of replacements) {
    const pieces = replaced.split(from)
    if (pieces.length !== times + 1) {
      throw new Error(`“${from}” is ${pieces.length - 1} times in the configuration, not ${times} times`)
    }
    replaced = pieces.join(to)
  }
  return replaced
}
