import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { DescribedCall, KnownToken, FormattedValue } from '#protocol/display/call-description.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { addressField, amountField, hexField, tokenAt } from '#protocol/effects/call-fields.ts'
import { formatUnits } from '#protocol/money.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'
import type { FieldFormat } from './read-field.ts'

export const LABEL_LENGTH_MAX = 40
const TEXT_LENGTH_MAX = 300
const UNIT_LENGTH_MAX = 16

/** A displayed value: its type, and its text in the format of `encodeArguments`. */
export type Value = { type: string; text: string }

/**
 * Formats a value by its field. A format applies only to the right type; any other value is displayed raw. `token`:
 * the address at `field.token`. Words for a number are always followed by the number itself.
 */
export function formatValue(
  field: FieldFormat,
  value: Value,
  call: DescribedCall,
  token: string | undefined,
): FormattedValue {
  if (!/^uint[0-9]+$/.test(value.type) && field.format !== 'enum') return plainValue(value, call)
  const { text } = value
  switch (field.format) {
    case 'amount':
      return amount(text, tokenAt(ZERO_ADDRESS, call), field)
    case 'tokenAmount':
      return amount(text, fieldToken(token, field, call), field)
    case 'date':
      return date(text)
    case 'duration':
      return withExact(durationText(BigInt(text)), text)
    case 'unit':
      return unit(text, field)
    case 'enum': {
      const word = field.words?.get(text)
      return word === undefined
        ? plainValue(value, call)
        : withExact(harmlessText(word, LABEL_LENGTH_MAX).text, text)
    }
    case 'nftName':
    case 'addressName':
    case 'raw':
      return plainValue(value, call)
  }
}

/** A value without a format. */
export function plainValue({ type, text }: Value, call: DescribedCall): FormattedValue {
  if (type === '[]') return { kind: 'list', texts: [] }
  if (type === 'address') return formatted(addressField('to', text, call).value)
  if (type === 'string') return words(text)
  if (type === 'bool') return { kind: 'text', text }
  if (type.startsWith('bytes')) return formatted(hexField('data', bytesFromHex(text)).value)
  return { kind: 'number', text }
}

/** A text that cannot be displayed unchanged, followed by its bytes. */
function words(text: string): FormattedValue {
  const harmless = harmlessText(text, TEXT_LENGTH_MAX)
  return harmless.changed
    ? withExact(harmless.text, hexFromBytes(bytesFromText(text)))
    : { kind: 'text', text: harmless.text }
}

function fieldToken(address: string | undefined, { nativeAddresses }: FieldFormat, call: DescribedCall) {
  if (address === undefined) return undefined
  return nativeAddresses.some((native) => sameAddress(native, address))
    ? tokenAt(ZERO_ADDRESS, call)
    : call.tokens.find((token) => sameAddress(token.address, address))
}

function amount(units: string, token: KnownToken | undefined, field: FieldFormat): FormattedValue {
  const { value } = amountField('amount', units, token)
  const { threshold, message } = field
  if (threshold === undefined || message === undefined || BigInt(units) < threshold) return formatted(value)
  const words = harmlessText(message, LABEL_LENGTH_MAX).text
  return withExact(words, value.kind === 'amount' ? `${value.text} ${value.symbol}` : units)
}

/** The largest time of a `Date`, in seconds. */
const SECONDS_MAX = 8_640_000_000_000n

function date(seconds: string): FormattedValue {
  const value = BigInt(seconds)
  if (value > SECONDS_MAX) return { kind: 'number', text: seconds }
  const text = new Date(1000 * Number(value)).toISOString().replace('T', ' ').replace('.000Z', ' UTC')
  return withExact(text, seconds)
}

/** A duration such as `02:17:30`. */
function durationText(seconds: bigint): string {
  const parts = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n]
  return parts.map((part) => part.toString().padStart(2, '0')).join(':')
}

function unit(text: string, field: FieldFormat): FormattedValue {
  if (field.unit === undefined) return { kind: 'number', text }
  const { base, decimals } = field.unit
  return withExact(`${formatUnits(text, decimals)} ${harmlessText(base, UNIT_LENGTH_MAX).text}`, text)
}

function withExact(words: string, exact: string): FormattedValue {
  return { kind: 'text', text: `${words} (${exact})` }
}

/** Converts a value of the shared field makers. */
function formatted(value: ReturnType<typeof amountField>['value']): FormattedValue {
  if (value.kind === 'boolean') return { kind: 'text', text: String(value.value) }
  return value.kind === 'item' || value.kind === 'items' || value.kind === 'calls'
    ? { kind: 'list', texts: [] }
    : value
}
