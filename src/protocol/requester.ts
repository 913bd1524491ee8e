import * as z from 'zod/mini'
import { anyTextSchema, uuidSchema } from './fields.ts'
import { EMAIL_LENGTH_MAX } from './limits.ts'

/**
 * Header in which an API key's holder names the requester of an execution, as JSON in ASCII. `origin` is a
 * widget's page.
 */
export const REQUESTER_HEADER = 'x-latchkey-requester'
export const namedRequesterSchema = z.object({
  kind: z.enum(['integration', 'administrator']),
  id: anyTextSchema(100),
  name: anyTextSchema(200),
  origin: z.optional(anyTextSchema(300)),
  ipAddress: z.optional(anyTextSchema(45)),
})
export type NamedRequester = z.infer<typeof namedRequesterSchema>

/**
 * The requester's email addresses in the same header. They decide who cannot approve, and are never stored or
 * returned.
 */
export const requesterEmailsSchema = z.object({ emails: z.array(anyTextSchema(EMAIL_LENGTH_MAX)) })
/** The requester as the header names them. */
export type DeclaredRequester = NamedRequester & { emails?: readonly string[] | undefined }

/**
 * The requester at the time of execute: the key, its IP address if the request came over a network, and the
 * person named by the key's holder.
 */
export const requesterSchema = z.object({
  apiKey: z.optional(z.object({ id: uuidSchema, label: z.string() })),
  ipAddress: z.optional(z.string()),
  namedByKey: z.optional(namedRequesterSchema),
})
export type Requester = z.infer<typeof requesterSchema>
