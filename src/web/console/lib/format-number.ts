import { formatUnits, withoutTrailingZeros } from '#protocol/money.ts'
import { formatExact } from '#web/ui/typed-amount.ts'
import { language } from '#web/ui/language.ts'

/** The chain's own coin. */
export const NATIVE = { decimals: 18, symbol: 'ETH' }

/** A number in the chosen language: 1,234 or 1.234. */
export function formatNumber(value: number | bigint): string {
  return new Intl.NumberFormat(language()).format(value)
}

/** An overview has so many decimals; the exact number is with the transaction. */
const DECIMALS_SHOWN = 8

/** Base units with a symbol, cut after eight decimals; a value above zero never reads as zero. */
export function shortAmount(
  units: bigint,
  decimals: number,
  symbol: string,
  decimalsShown = DECIMALS_SHOWN,
): string {
  const [whole = '0', fraction = ''] = formatUnits(units, decimals).split('.')
  const shown = withoutTrailingZeros(fraction.slice(0, decimalsShown))
  if (units > 0n && whole === '0' && shown === '')
    return `< ${formatExact(`0.${'0'.repeat(decimalsShown - 1)}1`)} ${symbol}`
  return `${formatExact(shown === '' ? whole : `${whole}.${shown}`)} ${symbol}`
}
