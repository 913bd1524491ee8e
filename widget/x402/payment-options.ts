import { HELD_OPEN_SECONDS } from '#protocol/limits.ts'
import { checkOptions, type OptionKind } from '#widget/attributes/check-options.ts'
import { asWidgetError } from '#widget/errors.ts'
import type { WalletProvider } from './create-x402-signer.ts'
import { isChecksummed, readAmount } from './read-fields.ts'
import type { SignedPayment } from './signed-payment.ts'
import { X402Error } from './x402-error.ts'

/** Default of `maxTimeoutSeconds`, in seconds. */
const TIMEOUT_SECONDS_MAX = 3600

/**
 * A token that may be paid. It must have payments by signature (EIP-3009) with `bytes signature`, as USDC has since
 * version 2.2.
 *
 * @example
 * const usdc: PayableToken = { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', maxAmount: '100000' }
 */
export type PayableToken = {
  address: string
  /** The most that one payment may be, in base units, as a decimal string. */
  maxAmount: string
}

/**
 * Which payments may be requested from the user.
 *
 * @example
 * const options: PaymentOptions = { provider, tokens: [{ address: USDC, maxAmount: '100000' }] }
 */
export type PaymentOptions = {
  /** The wallet. It pays only on its own chain. */
  provider: WalletProvider
  /** The tokens that may be paid, on the chain of the wallet. */
  tokens: readonly PayableToken[]
  /**
   * Time for the user to read and sign, or for an approver to approve, in seconds. It is added to the server's
   * `maxTimeoutSeconds`. From 0 to 900, which is the default and the time for which a held message stays open.
   */
  signingSeconds?: number | undefined
  /** The longest `maxTimeoutSeconds` of a server that is accepted, in seconds. Defaults to 3,600. */
  maxTimeoutSeconds?: number | undefined
  /** The name of the wallet's chain in version 1 of x402. Defaults to the protocol's own name of a known chain. */
  networkV1?: string | undefined
  /** Called with each signed payment before it is sent, for example to store it. */
  onPayment?: ((payment: SignedPayment) => void) | undefined
}

/** Checked options. Amounts are in base units. */
export type PaymentSettings = {
  provider: WalletProvider
  tokens: readonly { address: string; maxAmount: bigint }[]
  signingSeconds: number
  maxTimeoutSeconds: number
  networkV1: string | undefined
  onPayment: (payment: SignedPayment) => void
}

const OPTIONS = {
  provider: 'own',
  tokens: 'own',
  signingSeconds: 'own',
  maxTimeoutSeconds: 'own',
  networkV1: 'text',
  onPayment: 'function',
} satisfies Record<keyof PaymentOptions, OptionKind>

/**
 * Checks a page's options.
 *
 * @throws X402Error `CONFIGURATION`, with the option's name
 */
export function readPaymentOptions(options: PaymentOptions): PaymentSettings {
  try {
    checkOptions('wrapFetchWithPayment', options, OPTIONS)
  } catch (thrown) {
    const { detail, message } = asWidgetError(thrown)
    throw mistake(detail ?? message)
  }
  const { provider, tokens, signingSeconds, maxTimeoutSeconds, networkV1, onPayment } = options
  if (typeof provider?.request !== 'function')
    throw mistake('provider must be a provider of latchkey/provider')
  if (!Array.isArray(tokens) || tokens.length === 0)
    throw mistake('tokens must list at least one token that may be paid')
  return {
    provider,
    tokens: tokens.map(readToken),
    signingSeconds: readSeconds('signingSeconds', signingSeconds, HELD_OPEN_SECONDS, HELD_OPEN_SECONDS),
    maxTimeoutSeconds: readSeconds('maxTimeoutSeconds', maxTimeoutSeconds, TIMEOUT_SECONDS_MAX, 30 * 86_400),
    networkV1,
    onPayment: onPayment ?? (() => {}),
  }
}

function readToken(token: PayableToken, index: number): { address: string; maxAmount: bigint } {
  const name = `tokens.${index}`
  if (!isChecksummed(token?.address))
    throw mistake(`${name}.address must be an address, with a correct checksum if it has capital letters`)
  const maxAmount = readAmount(token.maxAmount)
  if (maxAmount === undefined)
    throw mistake(`${name}.maxAmount must be a decimal string of base units above 0, such as '100000'`)
  return { address: token.address, maxAmount }
}

function readSeconds(name: string, given: number | undefined, byDefault: number, max: number): number {
  const seconds = given ?? byDefault
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= max) return seconds
  throw mistake(`${name} must be a whole number of seconds from 0 to ${max}`)
}

function mistake(message: string): X402Error {
  return new X402Error('CONFIGURATION', message)
}
