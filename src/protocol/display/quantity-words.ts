import { groupDigits } from '#protocol/money.ts'

/** English words for quantities of tokens, and their keys in the catalogs. */
const QUANTITY_TEXTS = {
  unlimited: 'Unlimited',
  unlimitedToken: 'Unlimited {token}',
  baseUnits: '{units} base units',
  baseUnitsToken: '{units} base units of {token}',
  nft: 'NFT #{id}',
  more: '{first} and {count} more token IDs',
  either: '{units} or NFT #{id}',
}

/**
 * The words of one language for `formatQuantity`. `write` groups the digits of an exact number. `token` is
 * empty if it is displayed elsewhere. `more` receives the first ID with its units, and the number of omitted
 * IDs.
 */
export type QuantityWords = {
  write: (exact: string) => string
  unlimited: (token: string) => string
  baseUnits: (units: string, token: string) => string
  nft: (id: string) => string
  more: (first: string, count: string) => string
  either: (units: string, id: string) => string
}

/** The words for the console, the approval app, receipts and mails, from their catalogs. */
export function quantityWords(
  translate: (text: string) => string = (text) => text,
  write: (exact: string) => string = groupDigits,
): QuantityWords {
  const say = (name: keyof typeof QUANTITY_TEXTS, values: Readonly<Record<string, string>>): string =>
    translate(QUANTITY_TEXTS[name]).replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
  return {
    write,
    unlimited: (token) => say(token === '' ? 'unlimited' : 'unlimitedToken', { token }),
    baseUnits: (units, token) => say(token === '' ? 'baseUnits' : 'baseUnitsToken', { units, token }),
    nft: (id) => say('nft', { id }),
    more: (first, count) => say('more', { first, count }),
    either: (units, id) => say('either', { units, id }),
  }
}

/** The words for programs: English, without grouping of digits. */
export const PLAIN_WORDS: QuantityWords = quantityWords(undefined, (exact) => exact)
