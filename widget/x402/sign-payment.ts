import { checksumAddress } from '#protocol/display/address.ts'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { VALID_SECONDS_MIN, type Requirements } from './choose-requirements.ts'
import { createX402Signer } from './create-x402-signer.ts'
import { writeHeader } from './payment-header.ts'
import type { PaymentSettings } from './payment-options.ts'
import type { PaymentRequired } from './read-payment-required.ts'
import type { SignedPayment } from './signed-payment.ts'
import { X402Error } from './x402-error.ts'

/** The struct of EIP-3009 that anyone may execute. */
const TRANSFER = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
]

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/**
 * Has the wallet sign a payment. Waits as long as the wallet does, also for an approver.
 *
 * @throws X402Error `AUTHORIZATION_EXPIRED` or `UNEXPECTED_ANSWER`, or the provider's error
 */
export async function signPayment(
  required: PaymentRequired,
  chosen: Requirements,
  { provider, signingSeconds }: PaymentSettings,
): Promise<SignedPayment> {
  const { asset, payTo, amount, chainId, domain } = chosen
  const signer = await createX402Signer(provider)
  const [token, recipient] = [checksumAddress(asset), checksumAddress(payTo)]
  const validBefore = nowSeconds() + Math.floor(chosen.timeoutSeconds) + signingSeconds
  const authorization = {
    from: signer.address,
    to: recipient,
    value: amount.toString(),
    validAfter: '0',
    validBefore: String(validBefore),
    nonce: hexFromBytes(crypto.getRandomValues(new Uint8Array(32))),
  }
  const signature = await signer.signTypedData({
    domain: { ...domain, chainId, verifyingContract: token },
    types: { TransferWithAuthorization: TRANSFER },
    primaryType: 'TransferWithAuthorization',
    message: authorization,
  })
  if (validBefore < nowSeconds() + VALID_SECONDS_MIN)
    throw new X402Error('AUTHORIZATION_EXPIRED', 'The payment was signed too late, and was not sent')
  const { from, value, nonce } = authorization
  const headers = writePayment(required, chosen, { signature, authorization })
  return { from, token, recipient, amount: value, validBefore, nonce, headers }
}

/** The header of the request that pays. Version 2 repeats what the server wrote, which it compares. */
function writePayment(
  { version, whole }: PaymentRequired,
  { option, network }: Requirements,
  payload: object,
): Record<string, string> {
  if (version === 1) {
    const payment = { x402Version: 1, scheme: 'exact', network, payload }
    return { 'X-PAYMENT': writeHeader(payment) }
  }
  const { resource, extensions } = whole
  const payment = { x402Version: 2, resource, accepted: option, payload, extensions }
  return { 'PAYMENT-SIGNATURE': writeHeader(payment) }
}
