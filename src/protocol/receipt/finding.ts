/**
 * The statements of a receipt that are checked separately. `checkReceipt` and `checkOnChain` return one finding
 * for each.
 */
type FindingName =
  | 'service-signature'
  | 'issuer-key'
  | 'data-hash'
  | 'digest'
  | 'passkey-signature'
  | 'wallet-key'
  | 'co-signature'
  | 'chain'
  | 'transaction'
  | 'outcome'
  | 'block'

/** The findings in English. Values are in braces. Each page translates them. */
export const FINDING_WORDS = {
  'service-signature holds':
    'The service’s signature is valid: no field of this receipt was changed since it was issued.',
  'service-signature fails':
    'The service’s signature is invalid: this receipt was changed after it was issued, or it was never issued.',
  'issuer-key holds': '{issuer} publishes the key that signed this receipt.',
  'issuer-key fails':
    '{issuer} does not know the key that signed this receipt: it was signed by someone else.',
  'issuer-key away':
    'The keys of {issuer} could not be loaded. The checks of passkey and chain do not depend on them.',
  'data-hash holds': 'The hash of the call data matches the receipt.',
  'data-hash fails': 'The hash of the call data does not match the receipt.',
  'digest holds': 'The digest matches the chain, the wallet and every field of the call.',
  'digest fails': 'The digest is that of another call, wallet or chain.',
  'passkey-signature holds': 'The passkey has signed exactly this call, with user verification.',
  'passkey-signature fails': 'The passkey has not signed this call.',
  'wallet-key first': 'The wallet’s address is derived from this passkey and its domain.',
  'wallet-key later':
    'The wallet was not created with this passkey. Check against the chain whether the wallet obeyed it.',
  'wallet-key holds': 'The wallet on the chain obeyed this passkey.',
  'wallet-key fails': 'The wallet on the chain did not obey this passkey.',
  'co-signature holds': 'The co-signer {coSigner} has signed the same digest.',
  'co-signature fails': 'The co-signer {coSigner} has not signed this digest.',
  'co-signature later':
    'The co-signer {coSigner} is a contract. Check against the chain whether it accepts this co-signature.',
  'chain holds': 'The node is on chain {chainId}, as stated in the receipt.',
  'chain fails': 'The node is on chain {other}, the receipt on chain {chainId}: this node cannot verify it.',
  'transaction holds': 'The transaction with this hash submits exactly this signed call to the wallet.',
  'transaction fails': 'The transaction with this hash does something else.',
  'transaction away': 'The node knows no transaction with this hash.',
  'outcome succeeded': 'It succeeded, and the wallet emitted an event with this digest.',
  'outcome failed': 'It failed on the chain without any effect.',
  'outcome away': 'The node has no receipt for this transaction: it is not in a block.',
  'outcome otherwise-succeeded': 'On the chain the transaction succeeded.',
  'outcome otherwise-silent':
    'On the chain the transaction succeeded, but the wallet emitted no event with this digest.',
  'outcome otherwise-failed': 'On the chain the transaction failed.',
  'block holds':
    'It is in block {block} with the hash stated in the receipt, and that block is still part of the chain.',
  'block fails': 'It is not in the block stated in the receipt.',
} as const satisfies Record<string, string>
export type FindingWord = keyof typeof FINDING_WORDS

/** `unknown`: nothing contradicts the statement, but nothing could confirm it either. */
export type Finding = {
  name: FindingName
  result: 'holds' | 'fails' | 'unknown'
  because: FindingWord
  values: Readonly<Record<string, string>>
}

/** Statements that have one sentence if they hold and one if they do not. */
type PlainName = FindingWord extends infer Word
  ? Word extends `${infer Name extends FindingName} holds`
    ? Name
    : never
  : never

/** The finding about one statement of a receipt, with the words for its result. */
export function finding(name: PlainName, holds: boolean, values: Finding['values'] = {}): Finding {
  return holds
    ? { name, result: 'holds', because: `${name} holds` as const, values }
    : { name, result: 'fails', because: `${name} fails` as const, values }
}
