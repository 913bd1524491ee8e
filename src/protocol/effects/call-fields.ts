import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type {
  DescribedCall,
  Field,
  FieldLabel,
  FieldValue,
  KnownToken,
} from '#protocol/display/call-description.ts'
import { knownNativeCoin, nativeCoin } from '#protocol/display/native-coin.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { formatUnits } from '#protocol/money.ts'
import { hexFromBytes } from '#protocol/signing/hex.ts'

const SYMBOL_LENGTH_MAX = 16
const NAME_LENGTH_MAX = 40

/** Indexes of token lists by lower-case address. Each part of a call looks up its own token. */
const INDEXES = new WeakMap<readonly KnownToken[], ReadonlyMap<string, KnownToken>>()

/** The token of a list at an address. The first one if there are several. */
export function listedToken(tokens: readonly KnownToken[], address: string): KnownToken | undefined {
  const index =
    INDEXES.get(tokens) ??
    new Map(tokens.map((token) => [token.address.toLowerCase(), token] as const).toReversed())
  INDEXES.set(tokens, index)
  return index.get(address.toLowerCase())
}

/** The known token at an address. If the chain is unknown, a list names the native token by the zero address. */
export function tokenAt(address: string, { chainId, tokens }: DescribedCall): KnownToken | undefined {
  const listed = listedToken(tokens, address)
  if (!sameAddress(address, ZERO_ADDRESS)) return listed
  return { ...nativeCoin(chainId), ...listed, ...knownNativeCoin(chainId), address: ZERO_ADDRESS }
}

/**
 * An amount in human units, or exact units if the decimals are unverified. `unlimited`: an allowance without a
 * limit.
 */
export function amountField(
  label: FieldLabel,
  units: string,
  token: KnownToken | undefined,
  unlimited = false,
): Field {
  if (token === undefined) return { label, value: { kind: 'units', units, unlimited } }
  const symbol = harmlessText(token.symbol, SYMBOL_LENGTH_MAX).text
  const text = formatUnits(units, token.decimals)
  return { label, value: { kind: 'amount', text, symbol, units, decimals: token.decimals, unlimited } }
}

/** A checksummed account, marked if it is the wallet itself, the zero address, or a known token's contract. */
export function addressField(label: FieldLabel, address: string, call: DescribedCall): Field {
  const value: FieldValue = { kind: 'address', address: checksumAddress(address) }
  if (sameAddress(address, call.walletAddress)) value.is = 'wallet'
  else if (sameAddress(address, ZERO_ADDRESS)) value.is = 'zero'
  else {
    const token = tokenAt(address, call)
    if (token !== undefined) {
      value.is = 'token'
      value.name = harmlessText(token.name, NAME_LENGTH_MAX).text
      value.symbol = harmlessText(token.symbol, SYMBOL_LENGTH_MAX).text
    }
  }
  return { label, value }
}

/** Raw bytes with their length. */
export function hexField(label: FieldLabel, bytes: Uint8Array): Field {
  return { label, value: { kind: 'hex', hex: hexFromBytes(bytes), bytes: bytes.length } }
}

/**
 * Text that could continue the number before it: `000 DEMO`, `,5`, `e-6 DEMO`, `× 0.001`. Currency signs are
 * allowed.
 */
const GOES_ON = /\s|^\d*[^\p{L}\p{Sc}\d]|^\d+$|^e[-+\d]/iu

/** Whether the token's own name or symbol imitates something else. */
export function hasSuspiciousText(token: KnownToken): boolean {
  const texts = [harmlessText(token.symbol, SYMBOL_LENGTH_MAX), harmlessText(token.name, NAME_LENGTH_MAX)]
  return GOES_ON.test(token.symbol) || texts.some((text) => text.changed || text.mixedScript)
}
