/** The separately checked statements of a receipt; `checkReceipt` and `checkOnChain` return one finding for each. */
type FindingName =
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

/** The findings in English; values are in braces. Each page translates them. */
export const FINDING_WORDS = {
  'service-signature holds':
    'The service’s signature covers every field of this receipt, and none was changed since.',
  'service-signature fails':
    'The service’s signature does not fit. Something in this receipt was changed after it was issued, or it was never issued.',
  'issuer-key holds': '{issuer} publishes the key that signed this receipt.',
  'issuer-key fails': '{issuer} does not know the key that signed this receipt: somebody else has signed it.',
  'issuer-key away':
    '{issuer} could not be asked for its keys. What the chain and the passkey prove does not depend on it.',
  'data-hash holds': 'The hash of the call data is the one that the receipt names.',
  'data-hash fails': 'The call data has another hash than the receipt names.',
  'digest holds': 'The digest follows from the chain, the wallet and every field of the call.',
  'digest fails': 'The digest is that of another call, wallet or chain.',
  'passkey-signature holds':
    'The passkey has signed exactly this call, with its person present and verified.',
  'passkey-signature fails': 'The passkey has not signed this call.',
  'wallet-key first': 'The wallet’s address is made of this passkey and its domain: no other key fits.',
  'wallet-key later':
    'The wallet was not created with this passkey. Only the chain can say whether it took its place.',
  'wallet-key holds': 'The wallet on the chain obeyed this passkey.',
  'wallet-key fails': 'The wallet on the chain obeys another passkey.',
  'chain holds': 'The node is of chain {chainId}, as the receipt says.',
  'chain fails':
    'The node is of chain {other}, and the receipt is of chain {chainId}: it says nothing about this receipt.',
  'transaction holds': 'The transaction with this hash hands exactly this signed call to the wallet.',
  'transaction fails': 'The transaction with this hash does something else.',
  'transaction away': 'The node knows no transaction with this hash.',
  'outcome succeeded': 'It succeeded, and the wallet told of this digest in an event.',
  'outcome failed': 'It failed on the chain, and the wallet did nothing.',
  'outcome away': 'The node has no receipt of this transaction: it is in no block.',
  'outcome otherwise-succeeded': 'The chain says otherwise: the transaction succeeded.',
  'outcome otherwise-silent':
    'The chain says otherwise: the transaction succeeded, and the wallet has told of no such digest.',
  'outcome otherwise-failed': 'The chain says otherwise: the transaction failed.',
  'block holds':
    'It stands in block {block} with the hash that the receipt names, and the chain still has that block.',
  'block fails': 'The chain does not have it in the block that the receipt names.',
} as const satisfies Record<string, string>
export type FindingWord = keyof typeof FINDING_WORDS

/** `unknown`: nothing contradicts it, and nothing could confirm it. */
export type Finding = {
  name: FindingName
  result: 'holds' | 'fails' | 'unknown'
  because: FindingWord
  values: Readonly<Record<string, string>>
}

/** The finding about one statement of a receipt; `because` has the words for both results. */
export function finding(
  name: FindingName,
  holds: boolean,
  because: { holds: FindingWord; fails: FindingWord },
  values: Finding['values'] = {},
): Finding {
  return {
    name,
    result: holds ? 'holds' : 'fails',
    because: holds ? because.holds : because.fails,
    values,
  }
}
