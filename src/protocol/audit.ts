import * as z from 'zod/mini'
import { canonical } from './canonical-json.ts'
import { datetimeQuerySchema, datetimeSchema, enumSchema } from './fields.ts'

/**
 * The result. `refused`: not allowed, or invalid input. `failed`: an error occurred. `unknown`: the process
 * ended before it recorded the result, so the action may or may not have happened.
 */
export const AUDIT_RESULTS = ['done', 'refused', 'failed', 'unknown'] as const
export type AuditResult = (typeof AUDIT_RESULTS)[number]

/** Plain facts about an action. They never contain a secret, an email address or a raw body. */
export const auditDetailsSchema = z.record(
  z.string(),
  z.nullable(z.union([z.string(), z.number(), z.boolean()])),
)
export type AuditDetails = z.infer<typeof auditDetailsSchema>

/** One entry of an organization's audit log, as it is hashed: every field but its own hash. Source: ADR 0020. */
const auditFactsSchema = z.object({
  organizationId: z.string(),
  /** The entry's number, in decimal digits. Entries count from 1 without a gap. */
  sequence: z.string(),
  occurredAtDatetime: datetimeSchema,
  /** Null if nobody was signed in. */
  actor: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** An action such as `integration.created`. */
  action: z.string(),
  /** An id or an address. */
  target: z.nullable(z.string()),
  details: auditDetailsSchema,
  result: z.enum(AUDIT_RESULTS),
  requestId: z.string(),
  /** The caller's IP address. Null if unknown. */
  ipAddress: z.nullable(z.string()),
  /** The previous entry's hash. 64 zeros for the first entry. */
  previousHash: z.string(),
})
export type AuditFacts = z.infer<typeof auditFactsSchema>

export const auditEntrySchema = z.extend(auditFactsSchema, { hash: z.string() })
export type AuditEntry = z.infer<typeof auditEntrySchema>

const filterShape = {
  /** Id of the person who acted. */
  actor: z.optional(z.string().check(z.maxLength(200))),
  /** A whole action or its beginning: `webhook` matches `webhook.created`. */
  action: z.optional(z.string().check(z.maxLength(100))),
  /** Text that the target or the details must contain, such as an id, an address or a name. Case-insensitive. */
  target: z.optional(z.string().check(z.maxLength(200))),
  result: z.optional(enumSchema(AUDIT_RESULTS)),
  sinceDatetime: z.optional(datetimeQuerySchema),
  untilDatetime: z.optional(datetimeQuerySchema),
}

/** Query of `GET /api/audit`. Entries are newest first; `cursor` is the `next` of the previous page. */
export const listAuditQuerySchema = z.strictObject({
  ...filterShape,
  cursor: z.optional(z.string().check(z.regex(/^[0-9]{1,18}$/, 'must be the cursor of a page'))),
  limit: z.optional(z.string().check(z.regex(/^[0-9]{1,3}$/, 'must be a whole number'))),
})
export type AuditFilter = Omit<z.infer<typeof listAuditQuerySchema>, 'cursor' | 'limit'>

export const auditPageSchema = z.object({
  entries: z.array(auditEntrySchema),
  next: z.nullable(z.string()),
})
export type AuditPage = z.infer<typeof auditPageSchema>

/** Kinds of things that have a name of their own. */
const NAMED_KINDS = ['api-key', 'webhook', 'integration', 'domain', 'policy', 'member', 'invitation'] as const
export type NamedKind = (typeof NAMED_KINDS)[number]

/**
 * The choices of the log's filters: the actors and actions in the log, and the things that its entries name. A thing
 * keeps its last name after it was removed.
 */
export const auditFacetsSchema = z.object({
  actors: z.array(z.object({ id: z.string(), name: z.string() })),
  actions: z.array(z.string()),
  things: z.array(z.object({ kind: z.enum(NAMED_KINDS), id: z.string(), name: z.string() })),
})
export type AuditFacets = z.infer<typeof auditFacetsSchema>

/**
 * Query of `GET /api/audit/export`. JSON lines contain the whole chain and can be verified. CSV is for reading.
 */
export const exportAuditQuerySchema = z.strictObject({
  ...filterShape,
  format: z.enum(['csv', 'jsonl'], 'must be csv or jsonl'),
})

/**
 * Query of `GET /api/audit/proof`. The request verifies the chain. With `sequence` and `hash`, it also checks whether
 * that entry still has a hash that was noted before.
 */
export const auditProofQuerySchema = z.strictObject({
  sequence: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,17}$/, 'must be a number of the log'))),
  hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'))),
})

/**
 * Reason why a chain is broken. `hash`: the entry was changed. `link`: it does not follow the previous one. `gap`: an
 * entry is missing. `head`: the newest entries are missing. `seal`: the head was not written by this
 * deployment.
 */
const CHAIN_FAULTS = ['hash', 'link', 'gap', 'head', 'seal'] as const
export type ChainFault = (typeof CHAIN_FAULTS)[number]

export const auditProofSchema = z.object({
  /**
   * The last entry of the verified part of the chain, which begins at the first entry. `0` and 64 zeros if there is
   * none.
   */
  verifiedSequence: z.string(),
  verifiedHash: z.string(),
  /** Null if the whole chain is valid. */
  broken: z.nullable(z.object({ sequence: z.string(), fault: z.enum(CHAIN_FAULTS) })),
  checkedAtDatetime: datetimeSchema,
  /** Whether the entry has the hash in the query. Null if the query has none. `missing`: no entry has this number. */
  noted: z.nullable(z.enum(['same', 'different', 'missing'])),
})
export type AuditProof = z.infer<typeof auditProofSchema>

/** The hash before the first entry. */
export const NO_HASH = '0'.repeat(64)

/**
 * The text whose SHA-256 is an entry's hash: its facts as canonical JSON (RFC 8785: names in order, no spaces),
 * with `previousHash` and without `hash`. Any tool can compute it from an export.
 */
export function auditText(facts: AuditFacts): string {
  const { organizationId, sequence, occurredAtDatetime, actor, action, target } = facts
  const { details, result, requestId, ipAddress, previousHash } = facts
  return canonical({
    organizationId,
    sequence,
    occurredAtDatetime,
    actor: actor && { id: actor.id, name: actor.name },
    action,
    target,
    details,
    result,
    requestId,
    ipAddress,
    previousHash,
  })
}
