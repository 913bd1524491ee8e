/**
 * `latchkey/x402`: pays HTTP 402 responses of the x402 protocol, versions 1 and 2, with a payment by signature
 * (EIP-3009) that the wallet displays and signs. Importing it has no side effects.
 */
export { createX402Signer } from './create-x402-signer.ts'
export { readSettlement } from './payment-header.ts'
export { wrapFetchWithPayment } from './wrap-fetch-with-payment.ts'
export { X402Error } from './x402-error.ts'
export type { Settlement } from './payment-header.ts'
export type { PayableToken, PaymentOptions } from './payment-options.ts'
export type { RefusalReason } from './refusal-reason.ts'
export type { SignedPayment } from './signed-payment.ts'
export type { WalletProvider, X402Signer } from './create-x402-signer.ts'
export type { PayingFetch } from './wrap-fetch-with-payment.ts'
export type { X402ErrorCode } from './x402-error.ts'
