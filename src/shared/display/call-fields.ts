import { formatUnits } from '#shared/money.ts'
import { bytesFromHex, hexFromBytes } from '#shared/signing/hex.ts'
import { checksumAddress, sameAddress, ZERO_ADDRESS } from './address.ts'
import type { DescribedCall, Field, FieldLabel, FieldValue, KnownToken } from './call-description.ts'
import { harmlessText } from './text.ts'

const SYMBOL_LENGTH_MAX = 16
const NAME_LENGTH_MAX = 40

/** Nobody means to allow this much: wallets and exchanges write it for "without limit" (2^96-1 in coins that store 96 bits). */
const UNLIMITED_START = 2n ** 128n
const UNLIMITED_96 = 2n ** 96n - 1n

/** Whether an allowance has in effect no limit. */
export function isUnlimited(units: string): boolean {
  return BigInt(units) >= UNLIMITED_START || BigInt(units) === UNLIMITED_96
}

/** An amount in the token's human form; only its exact units when nobody vouches for the decimals. */
export function amountField(label: FieldLabel, units: string, token: KnownToken | undefined): Field {
  const unlimited = isUnlimited(units)
  if (token === undefined) return { label, value: { kind: 'units', units, unlimited } }
  const symbol = harmlessText(token.symbol, SYMBOL_LENGTH_MAX).text
  const text = formatUnits(units, token.decimals)
  return { label, value: { kind: 'amount', text, symbol, units, decimals: token.decimals, unlimited } }
}

/** An account, whole and checksummed, marked when it is the wallet itself, nobody, or a known token's contract. */
export function addressField(label: FieldLabel, address: string, call: DescribedCall): Field {
  const value: FieldValue = { kind: 'address', address: checksumAddress(address) }
  if (sameAddress(address, call.walletAddress)) value.is = 'wallet'
  else if (sameAddress(address, ZERO_ADDRESS)) value.is = 'zero'
  else {
    const token = call.tokens.find((candidate) => sameAddress(candidate.address, address))
    if (token !== undefined) {
      value.is = 'token'
      value.name = harmlessText(token.name, NAME_LENGTH_MAX).text
      value.symbol = harmlessText(token.symbol, SYMBOL_LENGTH_MAX).text
    }
  }
  return { label, value }
}

/** The id of one item of a collection. */
export function tokenIdField(tokenId: string): Field {
  return { label: 'tokenId', value: { kind: 'number', text: tokenId } }
}

/** Raw bytes with their length. */
export function hexField(label: FieldLabel, bytes: Uint8Array): Field {
  return { label, value: { kind: 'hex', hex: hexFromBytes(bytes), bytes: bytes.length } }
}

/** Extra bytes that a transfer hands to a receiving contract; no field when there are none. */
export function extraDataFields(data: string): Field[] {
  return data === '0x' ? [] : [hexField('data', bytesFromHex(data))]
}

/** The token, unless it is known to be no coin: the units of an item have no decimals to show. */
export function coinOf(token: KnownToken | undefined): KnownToken | undefined {
  return token?.standard === 'erc721' || token?.standard === 'erc1155' ? undefined : token
}

/** Whether the token's own name or symbol tries to look like something else. */
export function hasSuspiciousText(token: KnownToken): boolean {
  return [harmlessText(token.symbol, SYMBOL_LENGTH_MAX), harmlessText(token.name, NAME_LENGTH_MAX)].some(
    (text) => text.changed || text.mixedScript,
  )
}
