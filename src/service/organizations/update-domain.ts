import { isOriginWithin, originProblem } from '#protocol/passkey/origin.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { validationError } from '#server-kit/http/validate.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { DOMAIN_COLUMNS, domainAnswer, selectDomain } from './domain-row.ts'

/**
 * `PUT /v1/org/domains/{domainId}`: sets the origins on other domains whose pages may use the domain's passkeys.
 * Browsers also require the list in a file of the domain (WebAuthn L3 5.11). Source: ADR 0006.
 *
 * @throws NOT_FOUND for a domain that does not exist or belongs to another organization
 * @throws VALIDATION_FAILED for an origin that no browser would send, and for one of the domain itself
 */
export const updateDomain: Operation<'updateDomain', HasDatabase> = async (
  ctx,
  { organizationId },
  { params, body },
) => {
  const row = await selectDomain(ctx.db, organizationId, params.domainId).executeTakeFirstOrThrow(notFound)
  const relatedOrigins = parseRelatedOrigins(body.relatedOrigins, row.domain)
  const changed = await ctx.db
    .updateTable('organization_domains')
    .set({ related_origins: relatedOrigins })
    .where('id', '=', row.id)
    .returning(DOMAIN_COLUMNS)
    .executeTakeFirstOrThrow(notFound)
  return domainAnswer(changed)
}

function parseRelatedOrigins(origins: readonly string[], domain: string): string[] {
  const errors = origins.flatMap((origin, index) => {
    const message = originProblem(origin) ?? withinProblem(origin, domain)
    return message === undefined ? [] : [{ path: `relatedOrigins.${index}`, message }]
  })
  if (errors.length > 0) throw validationError(errors)
  return [...new Set(origins)]
}

/** Refuses an origin that needs no entry. A browser accepts only a few entries in the domain's file. */
function withinProblem(origin: string, domain: string): string | undefined {
  return isOriginWithin(origin, domain) ? `must be on another domain than ${domain}` : undefined
}
