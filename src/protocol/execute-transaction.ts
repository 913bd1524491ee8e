import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  addressSchema,
  anyTextSchema,
  calldataSchema,
  datetimeSchema,
  hashSchema,
  signatureSchema,
  uintSchema,
  unixSecondsSchema,
  uuidSchema,
} from './fields.ts'
import { FUNCTION_ARGUMENTS_MAX, FUNCTION_SIGNATURE_LENGTH_MAX } from './limits.ts'

/**
 * Body of `POST /transactions/execute`. Amounts are in base units, `expiration` in Unix seconds. Source: spec
 * "Execute request".
 */
export const executeRequestSchema = z.strictObject({
  walletAddress: addressSchema,
  toAddress: addressSchema,
  value: uintSchema,
  functionSignature: z.optional(anyTextSchema(FUNCTION_SIGNATURE_LENGTH_MAX)),
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

/** A warning before a call is signed or after it was accepted. `message` is in English. Source: ADR 0010. */
const callWarningSchema = z.object({
  code: z.literal('EARLIER_CALL_EXECUTABLE'),
  message: z.string(),
  transactionUuid: uuidSchema,
  executableUntil: datetimeSchema,
})
export type CallWarning = z.infer<typeof callWarningSchema>
/** Undefined if there is nothing to warn about. */
export const callWarnings = { warnings: z.optional(z.array(callWarningSchema)) }

/** Result of a transaction that is held for the end-user's approval. Source: spec "Execute result". */
export const heldResultSchema = z.object({
  success: z.literal(true),
  status: z.literal('PENDING_USER_APPROVAL'),
  transactionUuid: uuidSchema,
  ...callWarnings,
})
/** Result of a transaction that was executed immediately. It has no `status`. Source: spec "Execute result". */
export const immediateResultSchema = z.object({
  success: z.literal(true),
  transactionHash: hashSchema,
  ...callWarnings,
})
export const executeResultSchema = z.union([heldResultSchema, immediateResultSchema])
export type ExecuteResult = z.infer<typeof executeResultSchema>

/** Executes a call that a passkey has signed. Source: spec "Execute request". */
export const EXECUTE_ENDPOINTS = {
  executeTransaction: endpoint('POST', '/transactions/execute', 'transaction:execute', {
    specified: true,
    role: 'operator',
    namesRequester: true,
    action: 'transaction.executed',
    body: executeRequestSchema,
    answer: executeResultSchema,
    summary: 'Execute a passkey-signed transaction',
    errors: [
      'WALLET_NOT_OWNED',
      'CALL_MISSING',
      'CALL_INVALID',
      'CALL_DISAGREES',
      'TRANSACTION_EXPIRED',
      'EXPIRATION_TOO_FAR',
      'FEE_REFUSED',
      'INVALID_SIGNATURE',
      'POLICY_REFUSED',
      'APPROVAL_TIME_TOO_SHORT',
      'CO_SIGNATURE_MISSING',
      'CO_SIGNER_NOT_READY',
      'TRANSACTION_REVERTS',
      'GAS_BUDGET_EXHAUSTED',
      'CHAIN_FAILED',
      'CHAIN_TIMEOUT',
    ],
  }),
}
