import { auditActor } from '#bff/audit/record-audit.ts'
import type { HasClock, HasDatabase, HasKeyVault, HasLimits } from '#bff/context-parts.ts'
import type { AuditBy, Exchange } from '#bff/context.ts'
import { openOrganization, SEALED_ORGANIZATION } from '#bff/organizations/organization.ts'
import type { Organization } from '#bff/ports.ts'
import { readBearer } from '#bff/widget/widget-token.ts'
import { SCIM_ACTOR } from '#protocol/scim.ts'
import { secondsAfter } from '#server-kit/clock.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { isTokenShaped } from './scim-token.ts'

/** A request of an organization's identity provider. */
export type ScimAsked<Ctx = object> = {
  ctx: Ctx
  exchange: Exchange
  organization: Organization
  /** The actor of its entries in the audit log. */
  by: AuditBy
}

/** Minimum interval between updates of the last use, in seconds. Avoids a write for each request. */
const LAST_USE_STEP_SECONDS = 60

/**
 * Finds the organization by the request's token. The token is found by its hash, so the time that this takes says
 * nothing about any other token. An unknown token, a revoked one and a missing one get the same response.
 *
 * @throws 401; RATE_LIMITED after many wrong tokens, or many requests of one organization
 */
export async function findConnection(
  ctx: HasDatabase & HasClock & HasKeyVault & HasLimits,
  exchange: Exchange,
): Promise<{ organization: Organization; by: AuditBy }> {
  const token = readBearer(exchange.req.raw)
  const row =
    token !== undefined && isTokenShaped(token) ? await byTokenHash(ctx, hashSecret(token)) : undefined
  if (row === undefined) {
    ctx.limits.secretGuess.take(exchange.env.clientAddress)
    throw new HttpError(401, undefined, 'The SCIM token is missing, unknown or revoked.', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
  ctx.limits.scim.take(row.organization_id)
  await noteUse(ctx, row)
  const organization = openOrganization(ctx, row)
  return { organization, by: auditActor(exchange, { admin: SCIM_ACTOR, organization }) }
}

function byTokenHash({ db }: HasDatabase, tokenHash: string) {
  return db
    .selectFrom('bff_scim_connection as scim')
    .innerJoin('bff_organization as organization', 'organization.id', 'scim.organization_id')
    .select('scim.last_used_at')
    .select(SEALED_ORGANIZATION)
    .where('scim.token_hash', '=', tokenHash)
    .executeTakeFirst()
}

async function noteUse(
  { db, clock }: HasDatabase & HasClock,
  row: { organization_id: string; last_used_at: Date | null },
): Promise<void> {
  const now = clock.now()
  if (row.last_used_at !== null && secondsAfter(row.last_used_at, LAST_USE_STEP_SECONDS) > now) return
  await db
    .updateTable('bff_scim_connection')
    .set({ last_used_at: now })
    .where('organization_id', '=', row.organization_id)
    .execute()
}
