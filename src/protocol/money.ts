/** An amount's error: not a number, too many decimals, or not below 2^256. */
export type MoneyErrorCode = 'format' | 'decimals' | 'range'

/** Thrown if a text is not an amount, or if an amount has too many decimals or exceeds a uint256. */
export class MoneyError extends Error {
  override name = 'MoneyError'
  readonly code: MoneyErrorCode

  constructor(code: MoneyErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

const UINT256_END = 2n ** 256n
const UNITS = /^(0|-?[1-9][0-9]*)$/
const AMOUNT = /^([0-9]{1,78})(?:\.([0-9]{1,255}))?$/

/**
 * Base units as a human number: exact, a point before the fraction, no grouping, no trailing zeros. `decimals`
 * is from 0 to 255. Throws `MoneyError` for a text that is not a whole number.
 *
 * @example formatUnits('1500000', 6) // '1.5'
 */
export function formatUnits(units: bigint | string, decimals: number): string {
  checkDecimals(decimals)
  const text = units.toString()
  if (!UNITS.test(text)) throw new MoneyError('format', 'must be a whole number in decimal digits')
  const sign = text.startsWith('-') ? '-' : ''
  const digits = text.slice(sign.length).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = withoutTrailingZeros(digits.slice(digits.length - decimals))
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}

/** Removes trailing zeros from the digits after a point: `1500` becomes `15`. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits.charAt(end - 1) === '0') end -= 1
  return digits.slice(0, end)
}

/**
 * A human number as base units: digits, optionally a point and at most `decimals` digits. Exact, no floats, no
 * grouping, no exponent, no sign. Throws `MoneyError`.
 *
 * @example parseUnits('1.5', 6) // 1500000n
 */
export function parseUnits(text: string, decimals: number): bigint {
  checkDecimals(decimals)
  const [, whole, fraction = ''] = AMOUNT.exec(text) ?? []
  if (whole === undefined) throw new MoneyError('format', 'must be a number such as 12 or 12.50')
  if (fraction.length > decimals) {
    throw new MoneyError(
      'decimals',
      decimals === 0 ? 'must be a whole number' : `must have at most ${decimals} decimals`,
    )
  }
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  if (units >= UINT256_END) throw new MoneyError('range', 'must be below 2^256 base units')
  return units
}

/**
 * The whole part of a formatted number in groups of three, for reading: `1234567.5` becomes `1,234,567.5`. The
 * language determines the two separators; the default is a comma and a point.
 */
export function groupDigits(
  amount: string,
  separators: { group: string; decimal: string } = { group: ',', decimal: '.' },
): string {
  const [whole = '', fraction] = amount.split('.')
  const sign = whole.startsWith('-') ? 1 : 0
  const first = sign + ((whole.length - sign) % 3 || 3)
  const grouped = [whole.slice(0, first), ...(whole.slice(first).match(/.{3}/g) ?? [])].join(separators.group)
  return fraction === undefined ? grouped : `${grouped}${separators.decimal}${fraction}`
}

function checkDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255) {
    throw new MoneyError('decimals', 'decimals must be a whole number from 0 to 255')
  }
}
