import type { WidgetOperation } from '#protocol/org/console-api.ts'
import type { BffContext } from '#bff/context.ts'
import { isIntegrationSecretShaped } from '#bff/console/integration-secret.ts'
import { bffError } from '#bff/http/answer.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { openOrganization } from '#bff/organizations/organization.ts'
import type { Organization } from '#bff/ports.ts'
import { bearerOf } from './widget-token.ts'

export type FoundIntegration = {
  id: string
  organization: Organization
  operations: WidgetOperation[]
  origins: string[]
}

/**
 * The integration whose secret a server sent. A secret that comes from a browser has leaked: refused whoever
 * it is, and logged. Other `Sec-Fetch-*` headers mean nothing: Node's own fetch sends some.
 *
 * @throws INTEGRATION_SECRET_IN_BROWSER, INTEGRATION_SECRET_INVALID, RATE_LIMITED for many wrong ones
 */
export async function findIntegration(
  ctx: BffContext,
  request: Request,
  clientAddress: string,
): Promise<FoundIntegration> {
  const secret = bearerOf(request)
  const row =
    secret !== undefined && isIntegrationSecretShaped(secret)
      ? await bySecret(ctx, hashSecret(secret))
      : undefined
  if (request.headers.has('origin') || request.headers.has('sec-fetch-site')) {
    if (row !== undefined) {
      const origin = request.headers.get('origin')?.slice(0, 200)
      ctx.log.error({ alarm: 'integration_secret_in_browser', integrationId: row.id, origin })
    }
    throw bffError('INTEGRATION_SECRET_IN_BROWSER')
  }
  if (row === undefined) {
    ctx.limits.secretGuess.take(clientAddress)
    throw bffError('INTEGRATION_SECRET_INVALID', faultOf(secret))
  }
  const origins = await ctx.db
    .selectFrom('bff_integration_origin')
    .select('origin')
    .where('integration_id', '=', row.id)
    .execute()
  return {
    id: row.id,
    organization: openOrganization(ctx, row),
    operations: row.operations,
    origins: origins.map(({ origin }) => origin),
  }
}

/** What a developer may have sent instead; nothing that tells a guess from a revoked secret. */
function faultOf(secret: string | undefined): string {
  if (secret === undefined) return 'send it as Authorization: Bearer is_live_…'
  return secret.startsWith('pk_live_') ? 'this is an API key' : 'it is unknown, revoked or incomplete'
}

/** By the present secret, or by the one before while its grace lasts. */
function bySecret(ctx: BffContext, secretHash: string) {
  return ctx.db
    .selectFrom('bff_integration as integration')
    .innerJoin('bff_organization as organization', 'organization.id', 'integration.organization_id')
    .select([
      'integration.id',
      'integration.operations',
      'organization.id as organization_id',
      'organization.name as organization_name',
      'organization.api_key_sealed',
    ])
    .where((where) =>
      where.or([
        where('integration.secret_hash', '=', secretHash),
        where.and([
          where('integration.previous_secret_hash', '=', secretHash),
          where('integration.previous_until', '>', ctx.clock.now()),
        ]),
      ]),
    )
    .where('integration.revoked_at', 'is', null)
    .executeTakeFirst()
}
