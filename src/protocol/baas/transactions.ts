import * as z from 'zod/mini'
import {
  addressSchema,
  calldataSchema,
  hashSchema,
  signatureSchema,
  uintSchema,
  unixSecondsSchema,
  uuidSchema,
} from './fields.ts'
import { FUNCTION_ARGUMENTS_MAX, FUNCTION_SIGNATURE_LENGTH_MAX } from './limits.ts'

/** Body of `POST /transactions/execute`. Base units, `expiration` in Unix seconds. Source: spec "Execute request". */
export const executeRequestSchema = z.strictObject({
  walletAddress: addressSchema,
  toAddress: addressSchema,
  value: uintSchema,
  functionSignature: z.optional(
    z
      .string('must be a string')
      .check(
        z.maxLength(
          FUNCTION_SIGNATURE_LENGTH_MAX,
          `must be at most ${FUNCTION_SIGNATURE_LENGTH_MAX} characters`,
        ),
      ),
  ),
  params: z.optional(
    z
      .array(z.string('must be a string'), 'must be an array of strings')
      .check(z.maxLength(FUNCTION_ARGUMENTS_MAX, `must have at most ${FUNCTION_ARGUMENTS_MAX} items`)),
  ),
  data: z.optional(calldataSchema),
  signature: signatureSchema,
  expiration: unixSecondsSchema,
  fee: uintSchema,
  feeCoinAddress: addressSchema,
  feeWithdrawAddress: addressSchema,
})
export type ExecuteRequest = z.infer<typeof executeRequestSchema>

/** Held for the end-user's approval. Source: spec "Execute result". */
export const heldResultSchema = z.object({
  success: z.literal(true),
  status: z.literal('PENDING_USER_APPROVAL'),
  transactionUuid: uuidSchema,
})
/** Executed immediately; no `status`. Source: spec "Execute result". */
export const immediateResultSchema = z.object({ success: z.literal(true), transactionHash: hashSchema })
export const executeResultSchema = z.union([heldResultSchema, immediateResultSchema])
export type ExecuteResult = z.infer<typeof executeResultSchema>
