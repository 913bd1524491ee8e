import { FIELD_TEXTS } from '#protocol/display/field-text.ts'
import { FINDING_WORDS, type FindingWord } from '#protocol/receipt/finding.ts'

/** What this page says, in English; values stand in braces. */
const ENGLISH = {
  ...FINDING_WORDS,
  ...FIELD_TEXTS,
  title: 'Verify a receipt',
  purpose:
    'Checks a receipt of a wallet transaction in this browser: its signatures by mathematics, and what it says of the chain with a node that you choose. The file is not sent anywhere.',
  checking: 'Checking',
  footer:
    'This page needs no server: save it with its script and its style, and it works from a file as well. The organization, the id, the time of issue and the end-user’s approval are only vouched for by whoever issued a receipt; everything else here is proved by the passkey and the chain.',
  language: 'Language',
  drop: 'Drop a receipt here',
  choose: 'Choose the file',
  file: 'Receipt file',
  node: 'Node of the chain (JSON-RPC address)',
  nodeHint:
    'One that you trust: your own, or a public one of the chain. Its answer decides what the chain says.',
  ask: 'Ask the chain',
  checked: 'What was checked',
  holds: 'Holds',
  fails: 'Does not hold',
  unknown: 'Not known',
  'service-signature': 'Receipt unchanged',
  'issuer-key': 'Key of the issuer',
  'data-hash': 'Call data',
  digest: 'Digest',
  'passkey-signature': 'Passkey signature',
  'wallet-key': 'Passkey of the wallet',
  chain: 'Chain',
  transaction: 'Transaction',
  outcome: 'Outcome',
  block: 'Block',
  verdictFails: 'Do not trust this receipt',
  verdictFailsOne: 'One thing does not hold. See below what it is.',
  verdictFailsMany: '{count} things do not hold. See below what they are.',
  verdictUnknown: 'Its signatures hold; the chain was not asked yet',
  verdictUnknownText:
    'The passkey has signed this call and the receipt is unchanged. Whether the chain has carried it out, only a node can say.',
  verdictHolds: 'This receipt is genuine',
  verdictDone: 'The call that the passkey signed was carried out, in the block that the receipt names.',
  verdictReverted:
    'The call that the passkey signed failed on the chain, and moved nothing, in the block that the receipt names.',
  deepOne: 'One block confirms it.',
  deepMany: '{count} blocks confirm it.',
  facts: 'What it says',
  call: 'Call',
  organization: 'Organization',
  wallet: 'Wallet',
  called: 'Called contract or receiver',
  fee: 'Fee',
  feeNone: 'None',
  approved: 'Approved by the end-user',
  confirmed: 'Confirmed',
  failed: 'Failed on the chain',
  deep: '{block}, {count} deep',
  hash: 'Transaction hash',
  issued: 'Issued',
  issuedBy: '{time} by {issuer}',
  raw: 'Raw receipt',
  unitsOf: '{units} base units of {coin}',
  tooLarge: 'This file is too large for a receipt.',
  noJson: 'This file is no JSON. A receipt is the file that “Download receipt” saves.',
  noReceipt: 'This is no receipt, or it was changed: {place} has not the form of a receipt.',
  noReceiptField: 'This is no receipt, or it was changed: {place} has {fields}, which does not belong there.',
  wholeFile: 'the file',
  noNode: 'What answers there is no node of a chain.',
  nodeRefused: 'The node refused {method}: {message}',
  nodeAway:
    'The node could not be reached. It must be on the internet or on this computer, and answer pages of other sites (CORS). A node of your own can be told to; a sandbox’s answers every page.',
  broken: 'Something went wrong on this page.',
} as const satisfies Record<FindingWord, string> & Record<string, string>

export type TextKey = keyof typeof ENGLISH
export type Texts = Readonly<Record<TextKey, string>>
export const ENGLISH_TEXTS: Texts = ENGLISH
