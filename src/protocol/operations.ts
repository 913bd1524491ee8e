import type { TokenSignature, TokenStandard } from './token-functions.ts'
import type { TokenCall } from './widget-call.ts'

/** One operation of a token, shared by the specification's prepare endpoints and the widget's calls. */
export type TokenOperation = {
  /** The standards of the tokens to which the operation applies. Each standard has its own prepare endpoint. */
  standards: readonly [TokenStandard, ...TokenStandard[]]
  /** The end of the endpoint's path, `/tokens/<standard>/<path>`. */
  path: string
  scope: 'token:transfer' | 'token:approve'
  signature: TokenSignature
  /** The function that is called instead if there is `data` for the receiver. `data` is the last argument. */
  signatureWithData?: TokenSignature
  /** The fields of the endpoint's body, in the order of the function's arguments. `from` is the holder. */
  fields: readonly [string, ...string[]]
  /** The callback of the receiving contract, which must return its own selector. Source: ERC-721, ERC-1155. */
  receiverHook?: string
  /**
   * Further kinds of `CallDescription` that the call's bytes may get, because they are ambiguous for an unknown
   * token.
   */
  alsoReadAs?: readonly string[]
}

/**
 * The token operations, one row each, keyed by the kind of the widget's calls. Routes, scopes, calldata and
 * descriptions of bytes derive from it, and so do the console's choices, in the order of the rows. Source: spec
 * "Prepare endpoints".
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

/** Whether an operation applies only to coins, whose amounts have decimals. */
export function isOfCoins(kind: TokenOperationKind): boolean {
  const { standards }: TokenOperation = TOKEN_OPERATIONS[kind]
  return standards.every((standard) => standard === 'erc20')
}

/** Addresses and bytes as 0x-hex, numbers as decimal strings. */
export type TokenValue = string | boolean | readonly string[]

type ValueOf<Field> = Field extends 'tokenIds' | 'amounts'
  ? readonly string[]
  : Field extends 'approved'
    ? string | boolean
    : string

/** The arguments of an operation, named as in its prepare endpoint. `data` defaults to `0x`. */
export type TokenValues<Kind extends TokenOperationKind = TokenOperationKind> =
  Kind extends TokenOperationKind
    ? { [Field in Exclude<FieldOf<Kind>, 'data'>]: ValueOf<Field> } & { data?: string | undefined }
    : never

/** The permission that a widget token needs for a call to be signed. */
export type CallOperation = 'transfer' | 'approve'

/** The permission for an operation's scope. */
export function toCallOperation(scope: TokenOperation['scope']): CallOperation {
  return scope === 'token:transfer' ? 'transfer' : 'approve'
}

/** Returns the operation of a kind. */
export function tokenOperation(kind: TokenOperationKind): TokenOperation {
  return TOKEN_OPERATIONS[kind]
}

/** All kinds, in the order of the table. */
export const TOKEN_OPERATION_KINDS: readonly TokenOperationKind[] = Object.keys(TOKEN_OPERATIONS).filter(
  (text): text is TokenOperationKind => Object.hasOwn(TOKEN_OPERATIONS, text),
)

/** The values of a widget's call, with the names of its prepare endpoint. `walletAddress` is the holder. */
export function valuesOfCall(walletAddress: string, call: TokenCall): TokenValues {
  const values = { ...call, from: walletAddress }
  return values.kind === 'erc721-approve' ? { ...values, approved: values.spender } : values
}

/**
 * The request to the prepare endpoint of a call. `path` is below `/tokens/`. `standard` is the token's
 * standard, if known, and selects among an operation's endpoints. Without it, the first endpoint is used.
 */
export function buildPrepareRequest(
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
