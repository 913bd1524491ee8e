/** The standards of the supported calls. */
export const TOKEN_STANDARDS = ['erc20', 'erc721', 'erc1155'] as const
export type TokenStandard = (typeof TOKEN_STANDARDS)[number]

const MOVES = { list: 'transfer', event: 'Transfer(address,address,uint256)' } as const
const MOVES_UNITS = {
  list: 'transfer',
  event: 'TransferSingle(address,address,address,uint256,uint256)',
} as const
const MOVES_SEVERAL = {
  list: 'transfer',
  event: 'TransferBatch(address,address,address,uint256[],uint256[])',
} as const
const APPROVES = { list: 'approve', event: 'Approval(address,address,uint256)' } as const
const APPROVES_ALL = { list: 'approve-all', event: 'ApprovalForAll(address,address,bool)' } as const

/**
 * A function of a token contract. `selector`: the first four bytes of its calls, from keccak-256 over
 * `signature`.
 */
export type TokenFunction = {
  signature: string
  selector: `0x${string}`
  /** The transaction filter that finds calls of this function (ADR 0019). */
  list?: 'transfer' | 'approve' | 'approve-all'
  /** The event that a token must emit for this function. Source: ERC-20, ERC-721, ERC-1155. */
  event?: string
  /** `bool`: a result of false means that nothing was done, without a revert. Source: ERC-20. */
  returns?: 'bool'
}

/**
 * The token functions that can be read, not only those of our operations (operations.test.ts computes the selectors).
 */
export const TOKEN_FUNCTIONS = [
  { signature: 'transfer(address,uint256)', selector: '0xa9059cbb', ...MOVES, returns: 'bool' },
  { signature: 'transferFrom(address,address,uint256)', selector: '0x23b872dd', ...MOVES, returns: 'bool' },
  { signature: 'safeTransferFrom(address,address,uint256)', selector: '0x42842e0e', ...MOVES },
  { signature: 'safeTransferFrom(address,address,uint256,bytes)', selector: '0xb88d4fde', ...MOVES },
  {
    signature: 'safeTransferFrom(address,address,uint256,uint256,bytes)',
    selector: '0xf242432a',
    ...MOVES_UNITS,
  },
  {
    signature: 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    selector: '0x2eb2c2d6',
    ...MOVES_SEVERAL,
  },
  { signature: 'approve(address,uint256)', selector: '0x095ea7b3', ...APPROVES, returns: 'bool' },
  { signature: 'increaseAllowance(address,uint256)', selector: '0x39509351', ...APPROVES, returns: 'bool' },
  // The name of `increaseAllowance` in tokens that are older than OpenZeppelin's.
  { signature: 'increaseApproval(address,uint256)', selector: '0xd73dd623', returns: 'bool' },
  { signature: 'setApprovalForAll(address,bool)', selector: '0xa22cb465', ...APPROVES_ALL },
] as const satisfies readonly TokenFunction[]
export type TokenSignature = (typeof TOKEN_FUNCTIONS)[number]['signature']

/** The types of a function's arguments. `signature` must be in `TOKEN_FUNCTIONS`. */
export function argumentTypes(signature: string): string[] {
  return signature.slice(signature.indexOf('(') + 1, -1).split(',')
}

/**
 * The filters of transaction lists. They use only the first bytes of the call, because a list does not decode
 * whole calls. `transfer`: coins, items and the native coin. `approve`: allowances and approvals of one item.
 * `approve-all`: operators approved and revoked. `wallet`: calls of a wallet to itself, such as its backup
 * address or several calls at once. `other`: everything else (ADR 0019).
 */
export const TRANSACTION_KINDS = ['transfer', 'approve', 'approve-all', 'wallet', 'other'] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** The selectors of each kind. `0x` is a call without bytes, which moves the native coin. */
export const SELECTORS_OF_KIND = {
  transfer: ['0x', ...listSelectors('transfer')],
  approve: listSelectors('approve'),
  'approve-all': listSelectors('approve-all'),
}

function listSelectors(kind: TransactionKind): string[] {
  return TOKEN_FUNCTIONS.flatMap((row: TokenFunction) => (row.list === kind ? [row.selector] : []))
}
