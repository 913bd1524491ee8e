import * as z from 'zod/mini'
import { addressSchema, calldataSchema, uintSchema, anyTextSchema } from './fields.ts'
import { BATCH_CALLS_MAX, BATCH_ITEMS_MAX, CALLDATA_BYTES_MAX } from './limits.ts'
import { utf8Length } from './signing/utf8.ts'

const batchListSchema = z
  .array(uintSchema)
  .check(z.minLength(1, 'must have at least one item'), z.maxLength(BATCH_ITEMS_MAX))

// @__NO_SIDE_EFFECTS__
const tokenCall = <const Kind extends string, Fields extends z.core.$ZodShape>(kind: Kind, fields: Fields) =>
  z.strictObject({ kind: z.literal(kind), token: addressSchema, ...fields })

/** A call of one token, with the names of its standard. */
const tokenCallSchema = z.discriminatedUnion('kind', [
  tokenCall('erc20-transfer', { to: addressSchema, amount: uintSchema }),
  /** Zero revokes the allowance. 2^256-1 is unlimited and displayed as unlimited. */
  tokenCall('erc20-approve', { spender: addressSchema, amount: uintSchema }),
  tokenCall('erc721-transfer', { to: addressSchema, tokenId: uintSchema }),
  /** The zero address as `spender` clears the approval. */
  tokenCall('erc721-approve', { spender: addressSchema, tokenId: uintSchema }),
  /** Both standards have the same call. `false` revokes the approval. */
  tokenCall('set-approval-for-all', {
    operator: addressSchema,
    approved: z.boolean('must be true or false'),
  }),
  tokenCall('erc1155-transfer', { to: addressSchema, tokenId: uintSchema, amount: uintSchema }),
  /** Ids and amounts are paired by position. At most 50 pairs. */
  tokenCall('erc1155-batch-transfer', {
    to: addressSchema,
    tokenIds: batchListSchema,
    amounts: batchListSchema,
  }).check(
    z.refine(({ tokenIds, amounts }) => tokenIds.length === amounts.length, {
      path: ['amounts'],
      message: 'must have as many items as tokenIds',
    }),
  ),
])
export type TokenCall = z.infer<typeof tokenCallSchema>

/**
 * Any call of any contract, as bytes. `value` is an amount of the chain's native coin, in wei. Undefined means
 * zero.
 */
const rawCallSchema = z.strictObject({
  kind: z.literal('raw'),
  to: addressSchema,
  data: calldataSchema,
  value: z.optional(uintSchema),
})

/** Several calls under one signature, made in this order. Either all are made or none. At most 10 calls. */
const batchCallSchema = z.strictObject({
  kind: z.literal('batch'),
  calls: z
    .array(z.discriminatedUnion('kind', [tokenCallSchema, rawCallSchema]))
    .check(z.minLength(1, 'must have at least one call'), z.maxLength(BATCH_CALLS_MAX)),
})

/**
 * A page's call for `<latchkey-wallet>`, set as its property `call`, with `flow="send"` and, for a person with
 * several wallets, `wallet-address`. The wallet is always the holder. Addresses are 0x-hex of any case; amounts and
 * ids are decimal strings, amounts in base units. The element validates the object and displays what it encodes. It
 * then ignores the attributes `token-address`, `to` and `amount`.
 *
 * The widget token needs `execute`, and `transfer` for transfers or `approve` for everything else. A batch needs the
 * operations of its calls. The bytes of a `raw` call decide which operation it needs. Bytes that cannot be read need
 * `approve`.
 */
export const widgetCallSchema = z.discriminatedUnion('kind', [
  tokenCallSchema,
  rawCallSchema,
  batchCallSchema,
])
/**
 * A page's call, see `widgetCallSchema`.
 *
 * @example
 * const call: WidgetCall = { kind: 'erc20-approve', token: COIN, spender: SHOP, amount: '12500000' }
 * wallet.call = call
 */
export type WidgetCall = z.infer<typeof widgetCallSchema>
/** One call of a batch. */
export type SingleCall = Exclude<WidgetCall, { kind: 'batch' }>

export const textMessageSchema = z.strictObject({
  kind: z.literal('text'),
  text: anyTextSchema(CALLDATA_BYTES_MAX).check(
    z.refine(
      (text) => text.length > CALLDATA_BYTES_MAX || utf8Length(text) <= CALLDATA_BYTES_MAX,
      `must be at most ${CALLDATA_BYTES_MAX} bytes of UTF-8`,
    ),
  ),
})
export const bytesMessageSchema = z.strictObject({ kind: z.literal('bytes'), data: calldataSchema })

/**
 * A message for `<latchkey-wallet>`, set as its property `message`, with `flow="sign"`. The widget token needs
 * `sign`. `text` and `bytes` (0x-hex) are signed by EIP-191, as by `personal_sign`; `typed-data` by EIP-712, in
 * the form of `eth_signTypedData_v4`. If `EIP712Domain` is missing among its types, it has the members of
 * `domain`.
 */
export const signableMessageSchema = z.discriminatedUnion('kind', [
  textMessageSchema,
  bytesMessageSchema,
  z.strictObject({
    kind: z.literal('typed-data'),
    typedData: z.custom<object>((input) => typeof input === 'object' && input !== null, 'must be an object'),
  }),
])
/**
 * A page's message, see `signableMessageSchema`.
 *
 * @example
 * const message: SignableMessage = { kind: 'text', text: 'I accept the terms of 2026-11-26.' }
 * wallet.message = message
 */
export type SignableMessage = z.infer<typeof signableMessageSchema>
