import type { RefusalReason } from './refusal-reason.ts'
import type { SignedPayment } from './signed-payment.ts'

/**
 * Reason why a 402 response was not paid.
 *
 * - `CONFIGURATION`: an option is missing or wrong.
 * - `RESPONSE_MALFORMED`: the 402 response has no readable x402 requirements.
 * - `NOT_ACCEPTED`: the options allow none of the payments that the server accepts.
 * - `BODY_NOT_REPEATABLE`: the request's body is a stream, which cannot be sent again with the payment.
 * - `UNEXPECTED_ANSWER`: the wallet returned something other than an address, a chain or a signature.
 * - `AUTHORIZATION_EXPIRED`: the signature took so long that the payment is no longer valid. It was not sent.
 * - `OUTCOME_UNKNOWN`: the payment was sent, and no response came. The server may still execute it.
 *
 * @example
 * const mayHavePaid = (code: X402ErrorCode) => code === 'OUTCOME_UNKNOWN'
 */
export type X402ErrorCode =
  | 'CONFIGURATION'
  | 'RESPONSE_MALFORMED'
  | 'NOT_ACCEPTED'
  | 'BODY_NOT_REPEATABLE'
  | 'UNEXPECTED_ANSWER'
  | 'AUTHORIZATION_EXPIRED'
  | 'OUTCOME_UNKNOWN'

type Facts = {
  response?: Response | undefined
  reasons?: readonly RefusalReason[]
  payment?: SignedPayment
  cause?: unknown
}

/**
 * A 402 response that was not paid, or a payment whose outcome is unknown. A request that the user or an approver
 * declines rejects with the provider's own error instead, which has the code 4001.
 *
 * @example
 * if (error instanceof X402Error && error.payment) await fetch(url, { headers: error.payment.headers })
 */
export class X402Error extends Error {
  override readonly name = 'X402Error'
  readonly code: X402ErrorCode
  /** The 402 response. Its body is unread. Undefined if there is none. */
  readonly response: Response | undefined
  /** `NOT_ACCEPTED`: the reason for each payment of the response's `accepts`, in its order. */
  readonly reasons: readonly RefusalReason[]
  /** `OUTCOME_UNKNOWN`: the payment, whose headers repeat the request without a second payment. */
  readonly payment: SignedPayment | undefined

  constructor(code: X402ErrorCode, message: string, { response, reasons = [], payment, cause }: Facts = {}) {
    super(message, { cause })
    this.code = code
    this.response = response
    this.reasons = reasons
    this.payment = payment
  }
}
