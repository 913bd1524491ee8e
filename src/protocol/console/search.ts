import * as z from 'zod/mini'
import { amountQuerySchema } from '#protocol/approval-endpoints.ts'
import { organizationTransactionSchema } from '#protocol/organization-transactions.ts'
import { roleSchema } from '#protocol/roles.ts'

/** Maximum results of each kind. */
export const FOUND_MAX = 5
const SEARCH_TEXT_MAX = 100

/** Kinds of things that the console's search finds. */
const FOUND_KINDS = [
  'wallets',
  'transactions',
  'apiKeys',
  'members',
  'addresses',
  'integrations',
  'webhooks',
  'policies',
] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

/**
 * Query of `GET /api/search`. `q`: a name, an id or the beginning of an address. `amount`: the number at the beginning
 * of the typed text, if there is one. The page reads it, because its form depends on the language.
 */
export const searchQuerySchema = z.strictObject({
  q: z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(SEARCH_TEXT_MAX)),
  amount: z.optional(amountQuerySchema),
})

const named = { id: z.string(), name: z.string() }

/**
 * The first results of each kind. `failed`: kinds that could not be searched. A kind that the service lacks or that
 * the person may not read is empty.
 */
export const searchResultSchema = z.object({
  wallets: z.array(z.object({ address: z.string(), label: z.string(), externalUserLabel: z.string() })),
  transactions: z.array(organizationTransactionSchema),
  apiKeys: z.array(z.object({ ...named, start: z.string() })),
  members: z.array(z.object({ ...named, role: roleSchema })),
  addresses: z.array(z.object({ address: z.string(), label: z.string() })),
  integrations: z.array(z.object(named)),
  webhooks: z.array(z.object({ ...named, description: z.string() })),
  policies: z.array(z.object(named)),
  failed: z.array(z.enum(FOUND_KINDS)),
})
export type SearchResult = z.infer<typeof searchResultSchema>
