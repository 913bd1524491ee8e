/** Whether `npm run test:full` runs, in which every test has its full depth. */
export const IS_FULL_TIER = process.env['LATCHKEY_TIER'] === 'full'

/** Returns how often a test repeats its runs, requests or kills. */
export function depth({ usual, full }: { usual: number; full: number }): number {
  return IS_FULL_TIER ? full : usual
}

/** All items in the full tier. Otherwise each `step`th item from `offset`, which are the same in every run. */
export function sample<Item>(items: readonly Item[], step: number, offset = 0): Item[] {
  return items.filter((_, index) => IS_FULL_TIER || (index + offset) % step === 0)
}
