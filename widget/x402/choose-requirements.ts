import { sameAddress } from '#protocol/display/address.ts'
import { NETWORKS_V1 } from './networks-v1.ts'
import type { PaymentSettings } from './payment-options.ts'
import { isChecksummed, readAmount, readObject } from './read-fields.ts'
import type { PaymentRequired } from './read-payment-required.ts'
import type { RefusalReason } from './refusal-reason.ts'
import { X402Error } from './x402-error.ts'

/** The least time that an authorization must stay valid, in seconds. `@x402/evm` refuses less. */
export const VALID_SECONDS_MIN = 6
/** Maximum length of the name and the version of a token's domain, in characters. */
const DOMAIN_LENGTH_MAX = 100

/** A payment that the server accepts and the options allow. `option` is the server's own object. */
export type Requirements = {
  option: Readonly<Record<string, unknown>>
  network: string
  chainId: number
  asset: `0x${string}`
  payTo: `0x${string}`
  /** In base units. */
  amount: bigint
  timeoutSeconds: number
  /** Name and version of the token's EIP-712 domain. */
  domain: { name: string; version: string }
}

/**
 * The first payment in the server's order that the options allow, on the chain of the wallet.
 *
 * @throws X402Error `NOT_ACCEPTED`, with the reason for each payment
 */
export function chooseRequirements(
  { version, accepts }: PaymentRequired,
  chainId: number,
  settings: PaymentSettings,
  response: Response,
): Requirements {
  const network = version === 2 ? `eip155:${chainId}` : (settings.networkV1 ?? NETWORKS_V1.get(chainId))
  const amountName = version === 2 ? 'amount' : 'maxAmountRequired'
  const reasons: RefusalReason[] = []
  for (const option of accepts) {
    const judged = judgeOption(option, { network, chainId, amountName, settings })
    if (typeof judged === 'object') return judged
    reasons.push(judged)
  }
  const message = `None of the payments that the server accepts is allowed: ${reasons.join(', ')}`
  throw new X402Error('NOT_ACCEPTED', message, { response, reasons })
}

type Wallet = {
  network: string | undefined
  chainId: number
  amountName: string
  settings: PaymentSettings
}

/** Checks the members of one accepted payment. Members of other networks may have any form. */
function judgeOption(
  option: Requirements['option'],
  { network, chainId, amountName, settings }: Wallet,
): Requirements | RefusalReason {
  const { scheme, asset, payTo, maxTimeoutSeconds: timeoutSeconds } = option
  if (scheme !== 'exact') return 'scheme'
  if (network === undefined || option['network'] !== network) return 'network'
  const extra = readObject(option['extra']) ?? {}
  if (!isSigned3009(extra, asset)) return 'method'
  if (!isChecksummed(asset)) return 'asset'
  const token = settings.tokens.find(({ address }) => sameAddress(address, asset))
  if (token === undefined) return 'asset'
  const amount = readAmount(option[amountName])
  if (amount === undefined) return 'amount'
  if (amount > token.maxAmount) return 'maximum'
  if (!isChecksummed(payTo)) return 'recipient'
  if (typeof timeoutSeconds !== 'number' || timeoutSeconds <= 0) return 'timeout'
  if (timeoutSeconds + settings.signingSeconds < VALID_SECONDS_MIN) return 'timeout'
  if (timeoutSeconds > settings.maxTimeoutSeconds) return 'max-timeout'
  const { name, version } = extra
  if (!isDomainText(name) || !isDomainText(version)) return 'domain'
  return { option, network, chainId, asset, payTo, amount, timeoutSeconds, domain: { name, version } }
}

/**
 * Whether the payment is an authorization of EIP-3009 in the domain of the token. It is the default of the scheme.
 * `authorization` and `upfront` differ only in the time at which the server executes it.
 */
function isSigned3009(extra: Requirements['option'], asset: unknown): boolean {
  const { assetTransferMethod, paymentFlow, verifyingContract } = extra
  return (
    [undefined, null, 'eip3009'].some((known) => known === assetTransferMethod) &&
    [undefined, null, 'authorization', 'upfront'].some((known) => known === paymentFlow) &&
    [undefined, null, asset].some((known) => known === verifyingContract)
  )
}

function isDomainText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= DOMAIN_LENGTH_MAX
}
