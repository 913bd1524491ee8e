import { formatUnits, groupDigits, withoutTrailingZeros } from '#protocol/money.ts'

/** A chart is for looking, its money is read with so many decimals; the exact number stands with the transaction. */
const DECIMALS_SHOWN = 8

/** Smallest units with a symbol, cut after eight decimals; what is more than nothing never reads as nothing. */
export function shortAmount(units: bigint, decimals: number, symbol: string): string {
  const [whole = '0', fraction = ''] = formatUnits(units, decimals).split('.')
  const shown = withoutTrailingZeros(fraction.slice(0, DECIMALS_SHOWN))
  if (units > 0n && whole === '0' && shown === '') return `< 0.${'0'.repeat(DECIMALS_SHOWN - 1)}1 ${symbol}`
  return `${groupDigits(shown === '' ? whole : `${whole}.${shown}`)} ${symbol}`
}
