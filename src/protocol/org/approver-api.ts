import * as z from 'zod/mini'
import {
  addressSchema,
  calldataSchema,
  datetimeSchema,
  emailSchema,
  hashSchema,
  uintSchema,
  uuidSchema,
} from '#protocol/baas/fields.ts'
import { TOKEN_STANDARDS } from '#protocol/token-functions.ts'
import { assertionJsonSchema, registrationJsonSchema } from '#protocol/passkey/credential-json.ts'
import { DECISIONS } from './approval-challenge.ts'
import { heldTokenSchema } from './holdings.ts'
import { simulationSchema } from './simulation.ts'
import { TRANSACTION_STATES } from './transaction-states.ts'

/*
 * The approval app's API below `/approve/api`. Its only credentials are the end-user's approval passkey and
 * a session made with it. Answers are in the envelope. Source: profile 9 (ADR 0011).
 */

const secretSchema = z
  .string('must be a string')
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'must be the 43 characters that the service gave out'))
/** The two digits displayed by the widget. */
const numberSchema = z
  .number('must be a number')
  .check(z.refine((value) => Number.isInteger(value) && value >= 10 && value <= 99, 'must have two digits'))

/** An empty body. */
export const emptySchema = z.strictObject({})

/** `GET /session`: whether this browser is signed in, and as which user. */
export const approverSessionSchema = z.union([
  z.object({ signedIn: z.literal(false) }),
  z.object({
    signedIn: z.literal(true),
    email: z.string(),
    organizationName: z.string(),
    expiresAtDatetime: datetimeSchema,
  }),
])
export type ApproverSession = z.infer<typeof approverSessionSchema>

/** `POST /invitations`: sends the invitation again. The answer is the same for every address. */
export const requestInvitationSchema = z.strictObject({ email: emailSchema })
export const doneSchema = z.object({ success: z.literal(true) })

/**
 * The start of a passkey prompt: `options` are passed to the browser unchanged (WebAuthn L3 JSON), `ceremonyId` is
 * returned with its answer, once, within five minutes.
 */
export const ceremonySchema = z.object({
  ceremonyId: secretSchema,
  options: z.record(z.string(), z.unknown()),
})
export type Ceremony = z.infer<typeof ceremonySchema>

/** `POST /enrolment/begin`: with the token of the mailed link, or signed in to add another passkey. */
export const beginEnrolmentSchema = z.strictObject({ invitation: z.optional(secretSchema) })
export const finishEnrolmentSchema = z.strictObject({
  ceremonyId: secretSchema,
  response: registrationJsonSchema,
})
export type FinishEnrolment = z.infer<typeof finishEnrolmentSchema>

export const finishSignInSchema = z.strictObject({ ceremonyId: secretSchema, response: assertionJsonSchema })
export type FinishSignIn = z.infer<typeof finishSignInSchema>

/**
 * A transaction for its end-user. The call's fields are the stored, signed ones: the app computes the digest
 * from them and decodes `data` itself. `numbers` are three while it is pending, in a meaningless order.
 * `executableUntil` of a FAILED one: until then the signature can still be executed. `secondsLeft`, by the service's
 * clock: of a pending one, and until `executableUntil`; 0 otherwise. `simulation` of a single pending one, if the
 * chain was reachable. `held`: for tokens in the call whose number may be an amount or an item, the standard of the
 * wallet's holdings.
 */
export const heldTransactionSchema = z.object({
  transactionUuid: uuidSchema,
  status: z.enum(TRANSACTION_STATES),
  organizationName: z.string(),
  walletAddress: addressSchema,
  walletLabel: z.string(),
  chainId: z.number(),
  digest: hashSchema,
  toAddress: addressSchema,
  value: uintSchema,
  data: calldataSchema,
  expiration: z.string(),
  fee: uintSchema,
  feeCoinAddress: addressSchema,
  feeWithdrawAddress: addressSchema,
  numbers: z.optional(z.array(numberSchema)),
  heldAtDatetime: datetimeSchema,
  expiresAtDatetime: datetimeSchema,
  secondsLeft: z.number(),
  decidedAtDatetime: z.optional(datetimeSchema),
  reported: z.boolean(),
  transactionHash: z.optional(hashSchema),
  reason: z.optional(z.string()),
  executableUntil: z.optional(datetimeSchema),
  simulation: z.optional(simulationSchema),
  held: z.optional(z.array(heldTokenSchema)),
})
export type HeldTransaction = z.infer<typeof heldTransactionSchema>
export const heldTransactionListSchema = z.array(heldTransactionSchema)

/** `GET /history`: decided and ended transactions, newest first; `nextCursor` while there are more. */
export const historyQuerySchema = z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(200))) })
export const historySchema = z.object({
  transactions: heldTransactionListSchema,
  nextCursor: z.optional(z.string()),
})
export type History = z.infer<typeof historySchema>

export const heldParamsSchema = z.strictObject({ transactionUuid: uuidSchema })

/** `POST /decisions/begin`. */
export const beginDecisionSchema = z.strictObject({
  transactionUuid: uuidSchema,
  decision: z.enum(DECISIONS, `must be one of ${DECISIONS.join(', ')}`),
})
export type BeginDecision = z.infer<typeof beginDecisionSchema>
/** The challenge in `options` is `approvalChallenge` with this nonce: the app checks that before the prompt. */
export const decisionCeremonySchema = z.extend(ceremonySchema, { nonce: secretSchema })
export type DecisionCeremony = z.infer<typeof decisionCeremonySchema>

/** `POST /decisions/finish`: `number` is required to approve. A wrong one declines the transaction. */
export const finishDecisionSchema = z.strictObject({
  ceremonyId: secretSchema,
  response: assertionJsonSchema,
  number: z.optional(numberSchema),
})
export type FinishDecision = z.infer<typeof finishDecisionSchema>

/** `GET /tokens`: the deployment's verified tokens, by which the app names a call's tokens. */
export const knownTokenListSchema = z.array(
  z.object({
    address: addressSchema,
    standard: z.enum(TOKEN_STANDARDS),
    name: z.string(),
    symbol: z.string(),
    decimals: z.number(),
  }),
)
export type KnownTokenList = z.infer<typeof knownTokenListSchema>
