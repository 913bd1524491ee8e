import * as z from 'zod/mini'
import { orgEndpoint } from './endpoint.ts'
import { anyTextSchema, datetimeSchema, rpIdHashSchema, uuidSchema } from './fields.ts'
import { DOMAIN_LENGTH_MAX, RELATED_ORIGINS_MAX } from './limits.ts'

/**
 * The proof that the owner of a domain publishes: the TXT record, or the file. One of them is enough.
 * Source: ADR 0006.
 */
export const domainProofSchema = z.object({
  dns: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }),
  file: z.object({ url: z.string(), content: z.string() }),
})
export type DomainProof = z.infer<typeof domainProofSchema>

/**
 * A relying-party domain of the organization. It is valid from `verifiedAtDatetime` on. Until then, `proof` has to be
 * published. `relatedOrigins`: origins elsewhere whose pages may use its passkeys. Older services omit it.
 */
export const domainSchema = z.object({
  id: z.string(),
  domain: z.string(),
  rpIdHash: rpIdHashSchema,
  verifiedAtDatetime: z.nullable(datetimeSchema),
  proof: z.optional(domainProofSchema),
  relatedOrigins: z.optional(z.array(z.string())),
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

/**
 * The check of one location. It reports whether the proof was there, and otherwise the content found there or why it
 * could not be read.
 */
const proofCheckSchema = z.object({
  found: z.boolean(),
  seen: z.array(z.string()),
  problem: z.optional(z.string()),
})
export type ProofCheck = z.infer<typeof proofCheckSchema>

/** Response of `POST /v1/org/domains/{domainId}/verify`. Without `checks`, the domain was already verified. */
export const verifyDomainResultSchema = z.extend(domainSchema, {
  checks: z.optional(z.object({ dns: proofCheckSchema, file: proofCheckSchema })),
})
export type VerifyDomainResult = z.infer<typeof verifyDomainResultSchema>

const domainParams = z.strictObject({ domainId: uuidSchema })

/** The organization's relying-party domains under `/v1/org` (ADR 0006). */
export const DOMAIN_ENDPOINTS = {
  listDomains: orgEndpoint('GET', '/domains', 'org:manage', {
    role: 'read-only',
    answer: domainListSchema,
    summary: 'List the relying-party domains',
  }),
  addDomain: orgEndpoint('POST', '/domains', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'domain.added',
    body: addDomainRequestSchema,
    answer: domainSchema,
    summary: 'Add a relying-party domain, and get the records that prove it',
  }),
  verifyDomain: orgEndpoint('POST', '/domains/:domainId/verify', 'org:manage', {
    // Requires no step-up, because the request only looks for the proof and a page polls it.
    role: 'admin',
    action: 'domain.verified',
    params: domainParams,
    answer: verifyDomainResultSchema,
    summary: 'Look for the proof of a domain now',
  }),
  updateDomain: orgEndpoint('PUT', '/domains/:domainId', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'domain.updated',
    params: domainParams,
    body: z.strictObject({
      relatedOrigins: z
        .array(anyTextSchema(300), 'must be an array of origins')
        .check(z.maxLength(RELATED_ORIGINS_MAX, `must be at most ${RELATED_ORIGINS_MAX} origins`)),
    }),
    answer: domainSchema,
    summary: 'Set the related origins, whose pages use the passkeys of a domain',
  }),
  removeDomain: orgEndpoint('DELETE', '/domains/:domainId', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'domain.removed',
    params: domainParams,
    answer: domainSchema,
    summary: 'Remove a relying-party domain that has no wallets',
    errors: ['CONFLICT'],
  }),
}
