import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { addressSchema, datetimeSchema, matching, signatureSchema, uuidSchema } from './fields.ts'
import { policyVerdictSchema } from './simulation.ts'
import { bytesMessageSchema, textMessageSchema } from './widget-call.ts'

/** States of a message that its signer's approver decides. The page receives the signature of an approved message. */
export const MESSAGE_STATES = ['PENDING_USER_APPROVAL', 'APPROVED', 'REJECTED', 'EXPIRED'] as const

/** A message as it is sent: the widget's message, with numbers above 2^53 in typed data as decimal strings. */
export const sentMessageSchema = z.discriminatedUnion('kind', [
  textMessageSchema,
  bytesMessageSchema,
  z.strictObject({
    kind: z.literal('typed-data'),
    typedData: z.record(z.string(), z.unknown(), 'must be an object'),
  }),
])

/** A message before it is signed. `origin`: the requesting page's origin, as known to the widget. */
const unsignedMessageSchema = z.strictObject({
  walletAddress: addressSchema,
  message: sentMessageSchema,
  origin: matching(/^https?:\/\/[a-z0-9.:[\]-]{1,260}$/, 'must be the origin of a page'),
})

export const holdMessageRequestSchema = z.strictObject({
  ...unsignedMessageSchema.shape,
  signature: signatureSchema,
})

/** The verdict of the policies on a message that is signed now. */
export const reviewedMessageSchema = z.object({ policies: policyVerdictSchema })

/**
 * A signed message and its approval. Undefined `messageUuid` means that no approval is needed. `number`: the two
 * digits that the widget displays while it waits. `coSignature`: set on an approved message whose wallet has the
 * end-user's approval wallet as its co-signer. The page appends it to the signature, after the tuple and the key's
 * number (profile 14).
 */
export const messageApprovalSchema = z.object({
  messageUuid: z.optional(uuidSchema),
  walletAddress: addressSchema,
  status: z.enum(MESSAGE_STATES),
  number: z.optional(z.number()),
  expiresAtDatetime: z.optional(datetimeSchema),
  forOrganization: z.optional(z.literal(true)),
  coSignature: z.optional(signatureSchema),
})
export type MessageApproval = z.infer<typeof messageApprovalSchema>

export const messageParams = z.strictObject({ messageUuid: uuidSchema })

/** Messages that may move something and wait for an approval, as transactions do (profile 8, ADR 0024). */
export const MESSAGE_ENDPOINTS = {
  reviewMessage: endpoint('POST', '/messages/review', 'wallet:read', {
    role: 'read-only',
    namesRequester: true,
    body: unsignedMessageSchema,
    answer: reviewedMessageSchema,
    summary: 'Check a message against the policies before it is signed',
    errors: ['WALLET_NOT_OWNED'],
  }),
  holdMessage: endpoint('POST', '/messages', 'transaction:execute', {
    role: 'operator',
    namesRequester: true,
    action: 'message.held',
    body: holdMessageRequestSchema,
    answer: messageApprovalSchema,
    summary: 'Hold a signed message, and release its signature only after approval',
    errors: ['WALLET_NOT_OWNED', 'INVALID_SIGNATURE', 'POLICY_REFUSED'],
  }),
  getMessage: endpoint('GET', '/messages/:messageUuid', 'wallet:read', {
    role: 'operator',
    namesRequester: true,
    params: messageParams,
    answer: messageApprovalSchema,
    summary: 'Read whether a message is approved',
  }),
}
