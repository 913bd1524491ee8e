import * as z from 'zod/mini'
import { datetimeSchema, rpIdHashSchema } from '#protocol/baas/fields.ts'
import { DOMAIN_LENGTH_MAX } from '#protocol/baas/limits.ts'

/**
 * What the owner of a domain publishes to prove it: the TXT record, or the file. One of them is enough.
 * Source: ADR 0006.
 */
export const domainProofSchema = z.object({
  dns: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }),
  file: z.object({ url: z.string(), content: z.string() }),
})
export type DomainProof = z.infer<typeof domainProofSchema>

/** A relying-party domain of the organization. It counts from `verifiedAtDatetime` on; until then `proof` is open. */
export const domainSchema = z.object({
  id: z.string(),
  domain: z.string(),
  rpIdHash: rpIdHashSchema,
  verifiedAtDatetime: z.nullable(datetimeSchema),
  proof: z.optional(domainProofSchema),
})
export type Domain = z.infer<typeof domainSchema>
export const domainListSchema = z.array(domainSchema)

/** Body of `POST /v1/org/domains`: a host name such as `shop.example`, in any case, with or without punycode. */
export const addDomainRequestSchema = z.strictObject({
  domain: z
    .string('must be a string')
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(DOMAIN_LENGTH_MAX, `must be at most ${DOMAIN_LENGTH_MAX} characters`),
    ),
})
export type AddDomainRequest = z.infer<typeof addDomainRequestSchema>

/** One place where a proof was looked for: whether it was there, else what was there instead, or why nothing could be read. */
const proofCheckSchema = z.object({
  found: z.boolean(),
  seen: z.array(z.string()),
  problem: z.optional(z.string()),
})
export type ProofCheck = z.infer<typeof proofCheckSchema>

/** Answer of `POST /v1/org/domains/{domainId}/verify`. Without `checks` there was nothing left to look for. */
export const verifyDomainResultSchema = z.extend(domainSchema, {
  checks: z.optional(z.object({ dns: proofCheckSchema, file: proofCheckSchema })),
})
export type VerifyDomainResult = z.infer<typeof verifyDomainResultSchema>
