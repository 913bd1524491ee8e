/** `npm run test:full` sets it: every test then has its full depth. */
export const IS_FULL_TIER = process.env['LATCHKEY_TIER'] === 'full'

/** How many runs, requests or kills a test makes. */
export function depth({ usual, full }: { usual: number; full: number }): number {
  return IS_FULL_TIER ? full : usual
}

/** All items in the full tier; otherwise each `step`th, beginning with `offset`: the same ones in every run. */
export function sample<Item>(items: readonly Item[], step: number, offset = 0): Item[] {
  return items.filter((_, index) => IS_FULL_TIER || (index + offset) % step === 0)
}
