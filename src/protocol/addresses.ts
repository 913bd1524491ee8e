import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { addressSchema, datetimeSchema } from './fields.ts'

/** Maximum number of addresses in one request. */
export const LOOKED_UP_MAX = 200

/**
 * Body of `POST /addresses/lookup`. `walletAddress`: a wallet of the organization. If it is set, the response also
 * says when that wallet last used each address, and which of the addresses that the wallet used looks similar.
 * Source: ADR 0018.
 */
export const lookUpAddressesRequestSchema = z.strictObject({
  addresses: z
    .array(addressSchema, 'must be a list')
    .check(z.minLength(1, 'must have at least one address'), z.maxLength(LOOKED_UP_MAX)),
  walletAddress: z.optional(addressSchema),
})
export type LookUpAddressesRequest = z.infer<typeof lookUpAddressesRequestSchema>

const namedWalletSchema = z.object({ address: addressSchema, label: z.string() })

/**
 * The facts about one address. `wallet`: the organization's wallet with this address. `looksLikeWallet`: another
 * wallet of the organization with the same beginning and end. `lastUsedAtDatetime`: when `walletAddress` last sent
 * something to the address, gave it a permission or called it; null if it never did. `looksLikeUsed`: another address
 * that it used, with the same beginning and end. The last two are undefined if the request has no `walletAddress`.
 */
export const addressFactsSchema = z.object({
  address: addressSchema,
  wallet: z.nullable(namedWalletSchema),
  looksLikeWallet: z.nullable(namedWalletSchema),
  lastUsedAtDatetime: z.optional(z.nullable(datetimeSchema)),
  looksLikeUsed: z.optional(z.nullable(addressSchema)),
})
export type AddressFacts = z.infer<typeof addressFactsSchema>

/**
 * One entry per distinct address. `isWholeHistory`: whether everything that the wallet did was searched. False
 * while its past is still being read, and for a wallet that has executed several calls at once, because its
 * payments in the native token are in no log. Undefined if the request has no `walletAddress`.
 */
export const lookUpAddressesResultSchema = z.object({
  addresses: z.array(addressFactsSchema),
  isWholeHistory: z.optional(z.boolean()),
})
export type LookUpAddressesResult = z.infer<typeof lookUpAddressesResultSchema>

/** Names, look-alikes and the last use of addresses. The specification lacks such a call. Source: ADR 0018. */
export const ADDRESS_ENDPOINTS = {
  lookUpAddresses: endpoint('POST', '/addresses/lookup', 'wallet:read', {
    role: 'read-only',
    body: lookUpAddressesRequestSchema,
    answer: lookUpAddressesResultSchema,
    summary: 'Look up names, look-alikes and the last use of addresses',
    errors: ['WALLET_NOT_OWNED'],
  }),
}

/** Maximum number of addresses in one request of the widget. A call names fewer. */
export const WIDGET_LOOKED_UP_MAX = 50

const ADDRESS_SOURCES = ['book', 'wallet', 'token'] as const

/** An address with the organization's name for it and the name's source. A wallet's name may be empty. */
export const namedAddressSchema = z.object({
  address: addressSchema,
  name: z.string(),
  from: z.enum(ADDRESS_SOURCES),
})
export type NamedAddress = z.infer<typeof namedAddressSchema>

/**
 * `POST /api/addresses/lookup` (BFF), for the console. `known`: the address book's entry, else the wallet, else the
 * token of the allowed list. `looksLike`: another address with the same beginning and end; `used` if only the wallet
 * in the request used it. Null for an address in the address book, because the address book itself confirms that the
 * address is the intended one. `wallets` is `unknown` if a hosted service cannot compare the address with all
 * wallets.
 */
export const knownAddressesSchema = z.object({
  addresses: z.array(
    z.object({
      address: addressSchema,
      known: z.nullable(namedAddressSchema),
      looksLike: z.nullable(z.extend(namedAddressSchema, { from: z.enum([...ADDRESS_SOURCES, 'used']) })),
      lastUsedAtDatetime: addressFactsSchema.shape.lastUsedAtDatetime,
    }),
  ),
  wallets: z.enum(['checked', 'unknown']),
  isWholeHistory: lookUpAddressesResultSchema.shape.isWholeHistory,
})
export type KnownAddresses = z.infer<typeof knownAddressesSchema>
export type KnownAddress = KnownAddresses['addresses'][number]

/**
 * Query of `GET /api/addresses/search` (BFF): part of a name, or the beginning of an address. An empty text
 * matches every address.
 */
export const searchAddressesQuerySchema = z.strictObject({
  q: z._default(z.string().check(z.maxLength(255)), ''),
})
export const foundAddressesSchema = z.array(namedAddressSchema)

/** Body of `POST /api/widget/addresses/lookup`: `walletAddress` is a wallet of the token. */
export const widgetLookUpRequestSchema = z.strictObject({
  addresses: lookUpAddressesRequestSchema.shape.addresses.check(z.maxLength(WIDGET_LOOKED_UP_MAX)),
  walletAddress: addressSchema,
})

/**
 * The response for the widget. `payeeName`: the name that the organization verified for those who pay to the address.
 * `looksLike`: another address with the same beginning and end. Its `as` is `used` if this wallet used that address,
 * and `payee` if the organization verified it. `organization` is any other address that the organization has named.
 * Only the organization's own administrators see such a name, because it could reveal wallets of others.
 * `lastUsedAtDatetime` is null if the wallet never used the address, and undefined if unknown.
 */
export const widgetAddressesSchema = z.object({
  addresses: z.array(
    z.object({
      address: addressSchema,
      payeeName: z.nullable(z.string()),
      looksLike: z.nullable(
        z.discriminatedUnion('as', [
          z.object({ as: z.literal('used'), address: addressSchema }),
          z.object({ as: z.literal('payee'), name: z.string() }),
          z.object({ as: z.literal('organization'), address: addressSchema, name: z.string() }),
        ]),
      ),
      lastUsedAtDatetime: addressFactsSchema.shape.lastUsedAtDatetime,
    }),
  ),
  isWholeHistory: lookUpAddressesResultSchema.shape.isWholeHistory,
})
export type WidgetAddresses = z.infer<typeof widgetAddressesSchema>
export type WidgetAddress = WidgetAddresses['addresses'][number]
