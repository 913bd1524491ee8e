import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  addressParams,
  addressSchema,
  datetimeSchema,
  hashSchema,
  matching,
  pageQuery,
  uintSchema,
  uuidSchema,
} from './fields.ts'
import { TOKEN_STANDARDS } from './token-functions.ts'

/**
 * A token's names are the claims of its own contract, made harmless. `allowed`: whether the token is on the list of
 * `GET /tokens/allowed`.
 */
const namedToken = {
  tokenAddress: addressSchema,
  name: z.string(),
  symbol: z.string(),
  allowed: z.optional(z.boolean()),
}

const decimalsOrNullSchema = z.nullable(z.number())

/**
 * A permission for an ERC-20 coin has `amount` and `decimals`; one for an ERC-721 item has `tokenId`. `decimals` is
 * null if the contract reports none. `grantedAtDatetime`: the block time of the permission's newest log.
 */
const allowanceSchema = z.object({
  ...namedToken,
  spender: addressSchema,
  decimals: z.optional(decimalsOrNullSchema),
  amount: z.optional(uintSchema),
  tokenId: z.optional(uintSchema),
  grantedAtDatetime: z.optional(datetimeSchema),
})
/** An operator may move all tokens of the collection in the wallet. */
const operatorSchema = z.object({
  ...namedToken,
  operator: addressSchema,
  grantedAtDatetime: z.optional(datetimeSchema),
})

/**
 * A wallet's holdings and permissions, each confirmed by the chain on request. Everything but `coins` comes from the
 * index of logs, which has read the blocks up to `asOfBlock`. `asOfBlock` is undefined while the index reads the
 * wallet's past, and if there is no index. Source: profile 8 (ADR 0018).
 */
export const balancesSchema = z.object({
  address: addressSchema,
  /**
   * `amount` is in base units. The native coin has the zero address. `decimals` is null if the contract reports
   * none; the amount can then be displayed only in base units.
   */
  coins: z.array(z.object({ ...namedToken, decimals: decimalsOrNullSchema, amount: uintSchema })),
  collectibles: z.optional(z.array(z.object({ ...namedToken, tokenId: uintSchema }))),
  multiTokens: z.optional(z.array(z.object({ ...namedToken, tokenId: uintSchema, amount: uintSchema }))),
  allowances: z.optional(z.array(allowanceSchema)),
  operators: z.optional(z.array(operatorSchema)),
  asOfBlock: z.optional(z.string()),
})
export type Balances = z.infer<typeof balancesSchema>
/**
 * `tokens`: limits the result to holdings and permissions of these tokens. The native coin and the listed
 * coins are always included.
 */
export const balancesQuerySchema = z.strictObject({
  ...pageQuery,
  tokens: z.optional(
    matching(
      /^0x[0-9a-fA-F]{40}(,0x[0-9a-fA-F]{40}){0,9}$/,
      'must be one to ten addresses with commas between them',
    ),
  ),
})

/** A token that a wallet holds according to the token's logs. Only its standard is known. */
export const heldTokenSchema = z.object({
  address: addressSchema,
  standard: z.enum(TOKEN_STANDARDS),
})
export type HeldToken = z.infer<typeof heldTokenSchema>

export const HISTORY_KINDS = ['in', 'out', 'self', 'mint', 'burn', 'approval', 'operator'] as const

/**
 * One token event of a wallet. `counterparty` is the other side of a transfer, the spender of an approval (the
 * zero address clears it) or the operator, with `approved`. `standard` is undefined for operators, whose events
 * are the same in both standards. `token` is set for tokens of the allowed list. `itemIndex` counts within a
 * batch; with `blockNumber` and `logIndex` it identifies the entry. Source: profile 8 (ADR 0018).
 */
export const historyEntrySchema = z.object({
  kind: z.enum(HISTORY_KINDS),
  standard: z.optional(z.enum(TOKEN_STANDARDS)),
  tokenAddress: addressSchema,
  allowed: z.boolean(),
  token: z.optional(z.object({ name: z.string(), symbol: z.string(), decimals: z.number() })),
  counterparty: addressSchema,
  amount: z.optional(uintSchema),
  tokenId: z.optional(uintSchema),
  approved: z.optional(z.boolean()),
  blockNumber: z.string(),
  logIndex: z.number(),
  itemIndex: z.number(),
  minedAtDatetime: datetimeSchema,
  transactionHash: hashSchema,
  transactionUuid: z.optional(uuidSchema),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>
export const historySchema = z.array(historyEntrySchema)
export const historyQuerySchema = z.strictObject(pageQuery)

/** A wallet's holdings, permissions and their history. Source: profile 8 (ADR 0018). */
export const HOLDING_ENDPOINTS = {
  getBalances: endpoint('GET', '/wallets/:address/balances', 'wallet:read', {
    role: 'read-only',
    params: addressParams,
    query: balancesQuerySchema,
    answer: balancesSchema,
    summary: 'Read the holdings and the permissions of a wallet',
    errors: ['CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  }),
  listHistory: endpoint('GET', '/wallets/:address/history', 'wallet:read', {
    role: 'read-only',
    params: addressParams,
    query: historyQuerySchema,
    answer: historySchema,
    summary: 'List the token transfers and grants of a wallet, newest first',
  }),
}
