/**
 * A payment that the wallet has signed. Until `validBefore`, anyone who has it can execute it once, and only as it
 * is.
 *
 * @example
 * const store = ({ nonce, headers }: SignedPayment) => sessionStorage.setItem(nonce, JSON.stringify(headers))
 */
export type SignedPayment = {
  /** The wallet that pays. */
  from: string
  token: string
  recipient: string
  /** In base units, as a decimal string. */
  amount: string
  /** Unix time in seconds from which the payment can no longer be executed. */
  validBefore: number
  /** Identifies the payment, together with the wallet: `authorizationState(from, nonce)` of the token. */
  nonce: string
  /** The headers that pay. A request with them is not paid again. */
  headers: Readonly<Record<string, string>>
}
