/** Units of one ERC-1155 token ID. */
export type UnitsOfId = { tokenId: string; units: string }

/** The distinct token IDs of a batch in order of first appearance, each with the sum of its units. */
export function sumById(items: readonly UnitsOfId[]): UnitsOfId[] {
  const sums = new Map<string, bigint>()
  for (const { tokenId, units } of items) sums.set(tokenId, (sums.get(tokenId) ?? 0n) + BigInt(units))
  return [...sums].map(([tokenId, units]) => ({ tokenId, units: String(units) }))
}
