import * as z from 'zod/mini'
import { anyTextSchema, calldataSchema, matching } from './fields.ts'
import { CALLDATA_BYTES_MAX } from './limits.ts'

/** Fields and types of EIP-712 are named as in Solidity: no name can pass for a path of several. */
const nameSchema = matching(/^[A-Za-z_$][\w$]{0,99}$/, 'must be a name')

const hexSchema = z.templateLiteral(['0x', z.string()])

/**
 * Typed data of EIP-712, in the form of `eth_signTypedData_v4`. `EIP712Domain` may be missing among the types: it then
 * has the members that `domain` has.
 */
export const typedDataSchema = z.object({
  domain: z.object({
    name: z.optional(z.string()),
    version: z.optional(z.string()),
    chainId: z.optional(z.coerce.bigint()),
    verifyingContract: z.optional(hexSchema),
    salt: z.optional(hexSchema),
  }),
  types: z.record(nameSchema, z.array(z.object({ name: nameSchema, type: z.string() }))),
  primaryType: nameSchema,
  message: z.record(z.string(), z.unknown()),
})
export type TypedData = z.infer<typeof typedDataSchema>

/**
 * A message for `<latchkey-wallet>`, set as its property `message`, with `flow="sign"`. The widget token needs `sign`.
 * `text` and `bytes` (0x-hex) are signed by EIP-191, as by `personal_sign`; `typedData` by EIP-712.
 */
export const signableMessageSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: anyTextSchema(CALLDATA_BYTES_MAX) }),
  z.strictObject({ kind: z.literal('bytes'), data: calldataSchema }),
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
