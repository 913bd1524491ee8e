/**
 * Reason why a payment that the server accepts is not made. `method` means another way than EIP-3009, or a contract
 * other than the token. `amount`, `recipient`, `timeout` and `domain` are unreadable members. `maximum` and
 * `max-timeout` are above the limits of the options.
 *
 * @example
 * const isTooExpensive = (reasons: readonly RefusalReason[]) => reasons.some((reason) => reason === 'maximum')
 */
export type RefusalReason =
  | 'scheme'
  | 'network'
  | 'method'
  | 'asset'
  | 'amount'
  | 'maximum'
  | 'recipient'
  | 'timeout'
  | 'max-timeout'
  | 'domain'
