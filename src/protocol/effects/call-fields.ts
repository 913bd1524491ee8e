import { formatUnits } from '#protocol/money.ts'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type {
  DescribedCall,
  Field,
  FieldLabel,
  FieldValue,
  KnownToken,
} from '#protocol/display/call-description.ts'
import { harmlessText } from '#protocol/display/text.ts'

const SYMBOL_LENGTH_MAX = 16
const NAME_LENGTH_MAX = 40

/** The chain's own coin, unless `tokens` names it under the zero address. */
const NATIVE_COIN: KnownToken = { address: ZERO_ADDRESS, symbol: 'ETH', decimals: 18, name: 'Ether' }

/** What is known of a token. */
export function tokenAt(address: string, { tokens }: DescribedCall): KnownToken | undefined {
  const native = sameAddress(address, ZERO_ADDRESS) ? NATIVE_COIN : undefined
  return tokens.find((token) => sameAddress(token.address, address)) ?? native
}

/** An amount in the token's human form; only its exact units when nobody vouches for the decimals. `unlimited`: an allowance in effect without a limit. */
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

/** An account, whole and checksummed, marked when it is the wallet itself, nobody, or a known token's contract. */
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

/** What stands behind a number and could go on with it: `000 DEMO`, `,5`, `e-6 DEMO`, `× 0.001`. Signs of currencies may stand there. */
const GOES_ON = /\s|^\d*[^\p{L}\p{Sc}\d]|^\d+$|^e[-+\d]/iu

/** Whether the token's own name or symbol tries to look like something else. */
export function hasSuspiciousText(token: KnownToken): boolean {
  const texts = [harmlessText(token.symbol, SYMBOL_LENGTH_MAX), harmlessText(token.name, NAME_LENGTH_MAX)]
  return GOES_ON.test(token.symbol) || texts.some((text) => text.changed || text.mixedScript)
}
