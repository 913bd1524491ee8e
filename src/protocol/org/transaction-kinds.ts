/**
 * What lists of transactions can be narrowed to, by the first bytes of the call alone: a list reads no call to its end.
 * `transfer`: coins, items and the chain's own coin; `approve`: allowances and approvals of one item;
 * `approve-all`: operators given and taken; `wallet`: calls of a wallet to itself, such as its backup address or several
 * calls at once; `other`: everything else (ADR 0019).
 */
export const TRANSACTION_KINDS = ['transfer', 'approve', 'approve-all', 'wallet', 'other'] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** The selectors of each kind; `0x` is a call without bytes, which moves the chain's own coin. */
export const SELECTORS_OF_KIND = {
  transfer: ['0x', '0xa9059cbb', '0x23b872dd', '0x42842e0e', '0xb88d4fde', '0xf242432a', '0x2eb2c2d6'],
  approve: ['0x095ea7b3', '0x39509351'],
  'approve-all': ['0xa22cb465'],
} as const satisfies Partial<Record<TransactionKind, readonly string[]>>
