import type { TokenCall } from './org/widget-call.ts'
import type { TokenSignature, TokenStandard } from './token-functions.ts'

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
