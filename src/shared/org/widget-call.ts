import * as z from 'zod/mini'
import { addressSchema, uintSchema } from '#shared/baas/fields.ts'
import { BATCH_ITEMS_MAX } from '#shared/baas/limits.ts'

const batchListSchema = z
  .array(uintSchema)
  .check(z.minLength(1, 'must have at least one item'), z.maxLength(BATCH_ITEMS_MAX))

/**
 * A call that a page hands to `<latchkey-wallet>` as its property `call`, with `flow="send"` and, where the person has
 * several wallets, `wallet-address`. The wallet is always the holder of what is moved. Addresses as 0x-hex of any case;
 * amounts and ids as decimal strings, amounts in smallest units. The element checks the object itself and shows what
 * it encodes; the attributes `token-address`, `to` and `amount` count for nothing then.
 *
 * The widget token needs the operations `execute` and `transfer` (for transfers) or `approve` (for everything else).
 */
export const widgetCallSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('erc20-transfer'),
    token: addressSchema,
    to: addressSchema,
    amount: uintSchema,
  }),
  /** Zero withdraws the allowance; 2^256-1 is one without limit, and shown as such. */
  z.strictObject({
    kind: z.literal('erc20-approve'),
    token: addressSchema,
    spender: addressSchema,
    amount: uintSchema,
  }),
  z.strictObject({
    kind: z.literal('erc721-transfer'),
    token: addressSchema,
    to: addressSchema,
    tokenId: uintSchema,
  }),
  /** The zero address as `spender` clears the approval. */
  z.strictObject({
    kind: z.literal('erc721-approve'),
    token: addressSchema,
    spender: addressSchema,
    tokenId: uintSchema,
  }),
  /** For collections of both standards: the call is the same. `false` revokes. */
  z.strictObject({
    kind: z.literal('set-approval-for-all'),
    token: addressSchema,
    operator: addressSchema,
    approved: z.boolean('must be true or false'),
  }),
  z.strictObject({
    kind: z.literal('erc1155-transfer'),
    token: addressSchema,
    to: addressSchema,
    tokenId: uintSchema,
    amount: uintSchema,
  }),
  /** Ids and amounts pair by position; at most 50 of them. */
  z
    .strictObject({
      kind: z.literal('erc1155-batch-transfer'),
      token: addressSchema,
      to: addressSchema,
      tokenIds: batchListSchema,
      amounts: batchListSchema,
    })
    .check(
      z.refine(({ tokenIds, amounts }) => tokenIds.length === amounts.length, {
        path: ['amounts'],
        message: 'must have as many items as tokenIds',
      }),
    ),
])
export type WidgetCall = z.infer<typeof widgetCallSchema>
export type WidgetCallKind = WidgetCall['kind']
