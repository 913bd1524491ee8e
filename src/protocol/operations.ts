import type { TokenCall } from './org/widget-call.ts'

/** The standards whose calls are known here. */
export const TOKEN_STANDARDS = ['erc20', 'erc721', 'erc1155'] as const
export type TokenStandard = (typeof TOKEN_STANDARDS)[number]

const TRANSFER = 'Transfer(address,address,uint256)'
const APPROVAL = 'Approval(address,address,uint256)'

/** A function of a token contract. `selector`: the first four bytes of its calls, of keccak-256 over `signature`. */
export type TokenFunction = {
  signature: string
  selector: `0x${string}`
  /** In which list of transactions its calls are found (ADR 0019). */
  list?: 'transfer' | 'approve' | 'approve-all'
  /** The event that a token must emit for it. Source: ERC-20, ERC-721, ERC-1155. */
  event?: string
}

/** The token functions whose calls are read, those that no operation of ours calls included (operations.test.ts computes the selectors). */
export const TOKEN_FUNCTIONS = [
  { signature: 'transfer(address,uint256)', selector: '0xa9059cbb', list: 'transfer', event: TRANSFER },
  {
    signature: 'transferFrom(address,address,uint256)',
    selector: '0x23b872dd',
    list: 'transfer',
    event: TRANSFER,
  },
  {
    signature: 'safeTransferFrom(address,address,uint256)',
    selector: '0x42842e0e',
    list: 'transfer',
    event: TRANSFER,
  },
  {
    signature: 'safeTransferFrom(address,address,uint256,bytes)',
    selector: '0xb88d4fde',
    list: 'transfer',
    event: TRANSFER,
  },
  {
    signature: 'safeTransferFrom(address,address,uint256,uint256,bytes)',
    selector: '0xf242432a',
    list: 'transfer',
    event: 'TransferSingle(address,address,address,uint256,uint256)',
  },
  {
    signature: 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    selector: '0x2eb2c2d6',
    list: 'transfer',
    event: 'TransferBatch(address,address,address,uint256[],uint256[])',
  },
  { signature: 'approve(address,uint256)', selector: '0x095ea7b3', list: 'approve', event: APPROVAL },
  {
    signature: 'increaseAllowance(address,uint256)',
    selector: '0x39509351',
    list: 'approve',
    event: APPROVAL,
  },
  // The name that tokens gave it before OpenZeppelin's.
  { signature: 'increaseApproval(address,uint256)', selector: '0xd73dd623' },
  {
    signature: 'setApprovalForAll(address,bool)',
    selector: '0xa22cb465',
    list: 'approve-all',
    event: 'ApprovalForAll(address,address,bool)',
  },
] as const satisfies readonly TokenFunction[]
export type TokenSignature = (typeof TOKEN_FUNCTIONS)[number]['signature']

/** One operation of a token, as the specification's prepare endpoints and the widget's calls have it. */
export type TokenOperation = {
  /** The standards whose tokens it is for; one prepare endpoint for each. */
  standards: readonly [TokenStandard, ...TokenStandard[]]
  /** The end of the endpoint's path, `/tokens/<standard>/<path>`. */
  path: string
  scope: 'token:transfer' | 'token:approve'
  signature: TokenSignature
  /** The function that is called instead when there is `data` for the receiver, which is its last argument. */
  signatureWithData?: TokenSignature
  /** The fields of the endpoint's body that are the function's arguments, in their order. `from` is the holder. */
  fields: readonly [string, ...string[]]
  /** The function by which the token asks a contract that receives, whose answer must be its selector. Source: ERC-721, ERC-1155. */
  receiverHook?: string
  /** Further kinds of `CallDescription` that its bytes may be read as: they do not say everything. */
  alsoReadAs?: readonly string[]
}

/**
 * The token operations, one row each, by the kind that the widget's calls have. Routes, scopes, calldata, what bytes are
 * read as, and what the console offers, in this order, derive from it. Source: spec "Prepare endpoints".
 */
export const TOKEN_OPERATIONS = {
  'erc20-transfer': {
    standards: ['erc20'],
    path: 'transfer',
    scope: 'token:transfer',
    signature: 'transfer(address,uint256)',
    fields: ['to', 'amount'],
  },
  'erc721-transfer': {
    standards: ['erc721'],
    path: 'safe-transfer',
    scope: 'token:transfer',
    signature: 'safeTransferFrom(address,address,uint256)',
    signatureWithData: 'safeTransferFrom(address,address,uint256,bytes)',
    fields: ['from', 'to', 'tokenId'],
    receiverHook: 'onERC721Received(address,address,uint256,bytes)',
  },
  'erc1155-transfer': {
    standards: ['erc1155'],
    path: 'safe-transfer',
    scope: 'token:transfer',
    signature: 'safeTransferFrom(address,address,uint256,uint256,bytes)',
    fields: ['from', 'to', 'tokenId', 'amount', 'data'],
    receiverHook: 'onERC1155Received(address,address,uint256,uint256,bytes)',
  },
  'erc1155-batch-transfer': {
    standards: ['erc1155'],
    path: 'batch-transfer',
    scope: 'token:transfer',
    signature: 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    fields: ['from', 'to', 'tokenIds', 'amounts', 'data'],
    receiverHook: 'onERC1155BatchReceived(address,address,uint256[],uint256[],bytes)',
  },
  'erc20-approve': {
    standards: ['erc20'],
    path: 'approve',
    scope: 'token:approve',
    signature: 'approve(address,uint256)',
    fields: ['spender', 'amount'],
    alsoReadAs: ['token-approve'],
  },
  'erc721-approve': {
    standards: ['erc721'],
    path: 'approve',
    scope: 'token:approve',
    signature: 'approve(address,uint256)',
    fields: ['approved', 'tokenId'],
    alsoReadAs: ['token-approve'],
  },
  'set-approval-for-all': {
    standards: ['erc721', 'erc1155'],
    path: 'set-approval-for-all',
    scope: 'token:approve',
    signature: 'setApprovalForAll(address,bool)',
    fields: ['operator', 'approved'],
    alsoReadAs: ['revoke-approval-for-all'],
  },
} as const satisfies Record<string, TokenOperation>

export type TokenOperationKind = keyof typeof TOKEN_OPERATIONS
type FieldOf<Kind extends TokenOperationKind> = (typeof TOKEN_OPERATIONS)[Kind]['fields'][number]

/** Addresses and bytes as 0x-hex, numbers as decimal strings. */
export type TokenValue = string | boolean | readonly string[]

type ValueOf<Field> = Field extends 'tokenIds' | 'amounts'
  ? readonly string[]
  : Field extends 'approved'
    ? string | boolean
    : string

/** What an operation needs to be encoded, in the words of its prepare endpoint. `data` defaults to `0x`. */
export type TokenValues<Kind extends TokenOperationKind = TokenOperationKind> =
  Kind extends TokenOperationKind
    ? { [Field in Exclude<FieldOf<Kind>, 'data'>]: ValueOf<Field> } & { data?: string | undefined }
    : never

/** What a widget token must allow before its page may have a call signed. */
export type CallOperation = 'transfer' | 'approve'

/** The same, of an operation's scope. */
export function callOperationOf(scope: TokenOperation['scope']): CallOperation {
  return scope === 'token:transfer' ? 'transfer' : 'approve'
}

/** The row of a kind. */
export function tokenOperation(kind: TokenOperationKind): TokenOperation {
  return TOKEN_OPERATIONS[kind]
}

function isKind(text: string): text is TokenOperationKind {
  return Object.hasOwn(TOKEN_OPERATIONS, text)
}

/** All kinds, in the order of the table. */
export const TOKEN_OPERATION_KINDS: readonly TokenOperationKind[] =
  Object.keys(TOKEN_OPERATIONS).filter(isKind)

/** The types of a function's arguments; `signature` is one of this file's. */
export function argumentTypes(signature: string): string[] {
  return signature.slice(signature.indexOf('(') + 1, -1).split(',')
}

/** A call of the widget in the words of its prepare endpoint; `walletAddress` is the holder. */
export function valuesOfCall(walletAddress: string, call: TokenCall): TokenValues {
  const values = { ...call, from: walletAddress }
  return values.kind === 'erc721-approve' ? { ...values, approved: values.spender } : values
}

/**
 * How the prepare endpoint of a call is asked; `path` is below `/tokens/`. `standard` is the token's, where it is known:
 * it decides where an operation has an endpoint for each of several standards, and the first is taken without it.
 */
export function prepareRequestOf(
  walletAddress: string,
  call: TokenCall,
  standard: TokenStandard | null | undefined,
): { path: string; body: PrepareBody } {
  const { standards, path, fields } = tokenOperation(call.kind)
  const values = new Map<string, TokenValue>(Object.entries(valuesOfCall(walletAddress, call)))
  const body: PrepareBody = { walletAddress, tokenAddress: call.token }
  for (const field of fields) {
    const value = values.get(field)
    if (value !== undefined) body[field] = value
  }
  return { path: `${standards.find((one) => one === standard) ?? standards[0]}/${path}`, body }
}

/** The body of a prepare endpoint. */
export type PrepareBody = { walletAddress: string; tokenAddress: string; [field: string]: TokenValue }

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
  transfer: ['0x', ...selectorsOf('transfer')],
  approve: selectorsOf('approve'),
  'approve-all': selectorsOf('approve-all'),
}

function selectorsOf(kind: TransactionKind): string[] {
  return TOKEN_FUNCTIONS.flatMap((row: TokenFunction) => (row.list === kind ? [row.selector] : []))
}
