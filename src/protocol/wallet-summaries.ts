import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { addressSchema, datetimeSchema, decimalsSchema, matching, uintSchema } from './fields.ts'
import { WALLET_PROTECTIONS } from './wallets.ts'

/** Maximum number of wallets in one request. */
export const SUMMARIZED_WALLETS_MAX = 25

/** Query of `GET /wallets/summaries`. Source: ADR 0018. */
export const summarizeWalletsQuerySchema = z.strictObject({
  addresses: matching(
    /^0x[0-9a-fA-F]{40}(,0x[0-9a-fA-F]{40}){0,24}$/,
    'must be one to 25 addresses with commas between them',
  ),
})

/** A listed ERC-20 token that was read for every wallet. */
const summarizedTokenSchema = z.object({
  address: addressSchema,
  symbol: z.string(),
  decimals: decimalsSchema,
})
export type SummarizedToken = z.infer<typeof summarizedTokenSchema>

/**
 * One wallet in short. `coins`: balances above zero in base units, in the order of the token list. `nfts`: number of
 * ERC-721 items, and `multiTokens`: number of ERC-1155 token IDs, both of listed tokens only. `isWhole`: whether every
 * listed token was read. If not, the wallet may hold more. `lastActivityDatetime`: the time of the newest transaction or
 * token event, null if there is none, undefined while the wallet's past is still being read. `protection`: undefined if
 * the contract did not respond.
 */
export const walletSummarySchema = z.object({
  address: addressSchema,
  coins: z.array(z.object({ tokenAddress: addressSchema, amount: uintSchema })),
  nfts: z.number(),
  multiTokens: z.number(),
  isWhole: z.boolean(),
  lastActivityDatetime: z.optional(z.nullable(datetimeSchema)),
  protection: z.optional(z.enum(WALLET_PROTECTIONS)),
})
export type WalletSummary = z.infer<typeof walletSummarySchema>

/** The wallets in the order of the request, without duplicates. `tokens`: the ERC-20 tokens that were read. */
export const walletSummariesSchema = z.object({
  tokens: z.array(summarizedTokenSchema),
  wallets: z.array(walletSummarySchema),
})
export type WalletSummaries = z.infer<typeof walletSummariesSchema>

/** Summaries of a page of wallets, for the columns of a list. Source: ADR 0018. */
export const WALLET_SUMMARY_ENDPOINTS = {
  summarizeWallets: endpoint('GET', '/wallets/summaries', 'wallet:read', {
    role: 'read-only',
    query: summarizeWalletsQuerySchema,
    answer: walletSummariesSchema,
    summary: 'Read the balance, the last activity and the protection of several wallets',
    errors: ['WALLET_NOT_OWNED', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  }),
}
