/** What a receipt says that can be looked at by itself; `checkReceipt` and `checkOnChain` answer one finding for each. */
export type FindingName =
  | 'service-signature'
  | 'issuer-key'
  | 'data-hash'
  | 'digest'
  | 'passkey-signature'
  | 'wallet-key'
  | 'chain'
  | 'transaction'
  | 'outcome'
  | 'block'

/** `unknown`: nothing contradicts it, and nothing could be asked that would prove it. */
export type Finding = { name: FindingName; result: 'holds' | 'fails' | 'unknown'; because: string }

export function finding(
  name: FindingName,
  holds: boolean,
  because: { holds: string; fails: string },
): Finding {
  return { name, result: holds ? 'holds' : 'fails', because: holds ? because.holds : because.fails }
}
