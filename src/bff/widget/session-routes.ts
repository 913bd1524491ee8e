import { isIntegrationSecretShaped, listOrigins } from '#bff/console/integration-store.ts'
import type {
  CallsService,
  HasClock,
  HasDatabase,
  HasKeyVault,
  HasLimits,
  HasLog,
} from '#bff/context-parts.ts'
import type { Exchange, Route } from '#bff/context.ts'
import { answer, bffError, readInput } from '#bff/http/exchange.ts'
import { openOrganization, SEALED_ORGANIZATION } from '#bff/organizations/organization.ts'
import { OPEN_WIDGET_SESSION, type WidgetSessionRequest } from '#protocol/console/widget-session.ts'
import { classifyCredential } from '#protocol/credential-form.ts'
import type { FieldError } from '#protocol/fields.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { requireWallet, toBinding } from './session-binding.ts'
import { createWidgetToken, readBearer } from './widget-token.ts'

/** Route for the integrator's backend to open widget sessions. Its secret is the only credential. */
export function widgetSessionRoutes(
  ctx: CallsService & HasClock & HasDatabase & HasLimits & HasLog & HasKeyVault,
): Route[] {
  const { method, path } = OPEN_WIDGET_SESSION
  return [
    { method, path, takes: OPEN_WIDGET_SESSION, handle: (exchange) => openForIntegration(ctx, exchange) },
  ]
}

/** `POST /api/widget/sessions`, called server to server. Source: profile 11. */
async function openForIntegration(
  ctx: CallsService & HasClock & HasDatabase & HasLimits & HasLog & HasKeyVault,
  exchange: Exchange,
): Promise<Response> {
  const { req, env } = exchange
  const integration = await findIntegration(ctx, req.raw, env.clientAddress)
  ctx.limits.widgetSession.take(integration.id)
  const { body: input } = await readInput(req, OPEN_WIDGET_SESSION)
  requireWithin(integration, input)
  const binding = toBinding(input, input.origin)
  await requireWallet(ctx, integration.organization, binding)
  const opener = {
    organizationId: integration.organization.id,
    integrationId: integration.id,
    adminSessionHash: null,
  }
  return answer(await createWidgetToken(ctx, opener, binding))
}

/** @throws ORIGIN_REFUSED or OPERATION_REFUSED for values that the integration does not have */
function requireWithin(integration: FoundIntegration, input: WidgetSessionRequest): void {
  if (!integration.origins.includes(input.origin)) {
    throw bffError('ORIGIN_REFUSED', {
      errors: [{ path: 'origin', message: 'is not an origin of this integration' }],
    })
  }
  const errors = input.operations.flatMap((operation, index): FieldError[] =>
    integration.operations.includes(operation)
      ? []
      : [{ path: `operations.${index}`, message: 'is not an operation of this integration' }],
  )
  const refused = input.operations.find((operation) => !integration.operations.includes(operation))
  if (refused !== undefined) throw bffError('OPERATION_REFUSED', refused, { errors })
}

type FoundIntegration = Awaited<ReturnType<typeof findIntegration>>

/**
 * Finds the integration by its secret. A secret from a browser has leaked, so it is always refused and logged. Other
 * `Sec-Fetch-*` headers do not matter, because Node's own fetch sends some.
 *
 * @throws INTEGRATION_SECRET_IN_BROWSER, INTEGRATION_SECRET_INVALID, RATE_LIMITED after many wrong secrets
 */
async function findIntegration(
  ctx: HasClock & HasDatabase & HasLimits & HasLog & HasKeyVault,
  request: Request,
  clientAddress: string,
) {
  const secret = readBearer(request)
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
    throw bffError('INTEGRATION_SECRET_INVALID', explainSecret(secret))
  }
  const origins = await listOrigins(ctx.db, row.id)
  return { id: row.id, organization: openOrganization(ctx, row), operations: row.operations, origins }
}

/** Names the developer's likely mistake. A wrong secret and a revoked secret get the same response. */
function explainSecret(secret: string | undefined): string {
  if (secret === undefined) return 'send it as Authorization: Bearer is_live_…'
  const form = classifyCredential(secret)
  return form === 'api-key' ? 'this is an API key' : 'it is unknown, revoked or incomplete'
}

/** Finds the integration by the current secret, or by the previous one during its grace period. */
function bySecret(ctx: HasClock & HasDatabase, secretHash: string) {
  return ctx.db
    .selectFrom('bff_integration as integration')
    .innerJoin('bff_organization as organization', 'organization.id', 'integration.organization_id')
    .select(['integration.id', 'integration.operations'])
    .select(SEALED_ORGANIZATION)
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
