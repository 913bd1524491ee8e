/** Other names that pages use by mistake, without hyphens, each with the attribute that they mean. */
const MEANT: Readonly<Record<string, string>> = {
  recipient: 'to',
  receiver: 'to',
  beneficiary: 'to',
  payee: 'to',
  destination: 'to',
  token: 'token-address',
  coin: 'token-address',
  asset: 'token-address',
  currency: 'token-address',
  contract: 'token-address',
  value: 'amount',
  price: 'amount',
  sum: 'amount',
  total: 'amount',
  wallet: 'wallet-address',
  address: 'wallet-address',
  account: 'wallet-address',
  from: 'wallet-address',
  sender: 'wallet-address',
  chain: 'chain-id',
  network: 'chain-id',
  decimals: 'token-decimals',
  symbol: 'token-symbol',
  fee: 'max-fee',
  language: 'locale',
  url: 'api-url',
  server: 'api-url',
  rp: 'rp-id',
  mode: 'flow',
  node: 'rpc-url',
}

/** Minimum length of names that are compared by letters. Shorter names resemble too many other names. */
const NEAR_LENGTH_MIN = 4
/** Minimum length of names of which two letters may be wrong. */
const LONG_LENGTH_MIN = 6
const NAME_LENGTH_MAX = 40

/**
 * The name in `known` that an unknown one most likely means. Ignores case and hyphens. Undefined if none is
 * similar.
 */
export function nearestName(unknown: string, known: readonly string[]): string | undefined {
  const plain = plainName(unknown)
  if (plain.length > NAME_LENGTH_MAX) return undefined
  const meant = plainName((Object.hasOwn(MEANT, plain) && MEANT[plain]) || plain)
  const same = known.find((name) => plainName(name) === meant)
  return same ?? known.find((name) => isNear(plain, plainName(name)))
}

function plainName(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase()
}

/** Whether two names differ by at most one letter, or two for long names (Levenshtein 1966). */
function isNear(unknown: string, known: string): boolean {
  if (known.length < NEAR_LENGTH_MIN) return false
  let previous = [...Array<undefined>(known.length + 1)].map((_, index) => index)
  for (const [at, letter] of unknown.split('').entries()) {
    const row = [at + 1]
    for (const [index, other] of known.split('').entries()) {
      const changed = (previous[index] ?? 0) + (letter === other ? 0 : 1)
      row.push(Math.min(changed, (previous[index + 1] ?? 0) + 1, (row[index] ?? 0) + 1))
    }
    previous = row
  }
  return (previous.at(-1) ?? 0) <= (known.length < LONG_LENGTH_MIN ? 1 : 2)
}
