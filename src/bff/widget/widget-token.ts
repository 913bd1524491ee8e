import { sql } from 'kysely'
import type { HasClock, HasDatabase, HasKeyVault, HasLog } from '#bff/context-parts.ts'
import type { Exchange } from '#bff/context.ts'
import { bffError } from '#bff/http/exchange.ts'
import { openOrganization } from '#bff/organizations/organization.ts'
import type { Organization } from '#bff/ports.ts'
import type { WidgetOperation } from '#protocol/console/widget-session.ts'
import { PREPARED } from '#server-kit/db/prepared.ts'
import { createReadTogether } from '#server-kit/db/read-together.ts'
import type { InputOf, ParsedBy } from '#server-kit/http/parse-input.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'

/** Lifetime of a token in seconds. Source: profile 11. */
export const WIDGET_TOKEN_SECONDS = 600

/** A token's binding. Without a user and a wallet it can only create a wallet. */
export type WidgetBinding = {
  origin: string
  externalUserId: string | null
  externalUserLabel: string | null
  email: string | null
  walletAddress: string | null
  operations: WidgetOperation[]
}

/** An active token: its binding, its owner and its organization. */
export type WidgetToken = WidgetBinding & {
  tokenHash: string
  integrationId: string | null
  integrationLabel: string | null
  /** Person at the console who opened the token. Null for an integration's token. */
  admin: { id: string; name: string } | null
  organization: Organization
  expiresAt: Date
}

/** A request with an active token. */
export type WidgetAsked<Ctx = object> = { ctx: Ctx; exchange: Exchange; token: WidgetToken }

/** Handles a request with an active token and the parsed input of its endpoint. */
export type WidgetHandler<Row extends ParsedBy = ParsedBy, Ctx = object> = (
  asked: WidgetAsked<Ctx> & InputOf<Row>,
) => Promise<Response>

type Opener = { organizationId: string; integrationId: string | null; adminSessionHash: string | null }

/**
 * Creates a token that expires after 10 minutes, or earlier if its integration is deleted or its console session ends.
 * Only its hash is stored.
 */
export async function createWidgetToken(
  ctx: HasClock & HasDatabase,
  opener: Opener,
  binding: WidgetBinding,
): Promise<{ token: string; expiresAt: string }> {
  const now = ctx.clock.now()
  const token = newSecret()
  const expiresAt = new Date(now.getTime() + WIDGET_TOKEN_SECONDS * 1000)
  await ctx.db.deleteFrom('bff_widget_session').where('expires_at', '<=', now).execute()
  await ctx.db
    .insertInto('bff_widget_session')
    .values({
      token_hash: hashSecret(token),
      organization_id: opener.organizationId,
      integration_id: opener.integrationId,
      admin_session_hash: opener.adminSessionHash,
      origin: binding.origin,
      external_user_id: binding.externalUserId,
      external_user_label: binding.externalUserLabel,
      email: binding.email,
      wallet_address: binding.walletAddress,
      operations: [...new Set(binding.operations)],
      expires_at: expiresAt,
    })
    .execute()
  return { token, expiresAt: expiresAt.toISOString() }
}

const found = new WeakMap<Request, Promise<WidgetToken | undefined>>()

/** Returns the result of `findWidgetToken`, read once per request. The origin check and the route both need it. */
export function widgetTokenAtFirst(
  ctx: HasClock & HasDatabase & HasKeyVault,
  request: Request,
): Promise<WidgetToken | undefined> {
  const token = found.get(request) ?? findWidgetToken(ctx, request)
  found.set(request, token)
  return token
}

type TokenRow = Omit<WidgetToken, 'admin' | 'organization'> &
  Parameters<typeof openOrganization>[1] & {
    /** The integration's operations. Null for a token of the console. */
    allowed: WidgetOperation[] | null
    admin_id: string | null
    admin_name: string | null
  }

/** Returns the active token of an Authorization header. Undefined if it is unknown, expired, revoked or signed out. */
export async function findWidgetToken(
  ctx: HasClock & HasDatabase & HasKeyVault,
  request: Request,
): Promise<WidgetToken | undefined> {
  const presented = readBearer(request)
  if (presented === undefined) return undefined
  const read = readers.get(ctx) ?? createReadTogether((hashes) => readLiveTokens(ctx, hashes))
  readers.set(ctx, read)
  const row = await read(hashSecret(presented))
  if (row === undefined) return undefined
  // If the integration has lost one of the token's operations, the token ends, and the page requests another token.
  if (row.operations.some((operation) => row.allowed?.includes(operation) === false)) return undefined
  const { allowed: _, admin_id: adminId, admin_name: adminName, ...found } = row
  const { organization_id, organization_name, api_key_sealed, ...binding } = found
  const organization = openOrganization(ctx, { organization_id, organization_name, api_key_sealed })
  return { ...binding, organization, admin: adminId === null ? null : { id: adminId, name: adminName ?? '' } }
}

const readers = new WeakMap<object, ReturnType<typeof createReadTogether<TokenRow>>>()

/** Reads several tokens in one statement. A token that was revoked before the request is never found. */
async function readLiveTokens(
  ctx: HasClock & HasDatabase,
  hashes: readonly string[],
): Promise<Map<string, TokenRow>> {
  const now = sql`${ctx.clock.now().toISOString()}::timestamptz`
  const { rows } = await sql<TokenRow>`${PREPARED}
    select token.token_hash as "tokenHash", token.expires_at as "expiresAt", token.origin, token.operations,
      token.email, token.wallet_address as "walletAddress", token.external_user_id as "externalUserId",
      token.external_user_label as "externalUserLabel", token.integration_id as "integrationId",
      integration.label as "integrationLabel", integration.operations as allowed,
      admin.id as admin_id, admin.name as admin_name, organization.id as organization_id,
      organization.name as organization_name, organization.api_key_sealed
    from bff_widget_session as token
    join bff_organization as organization on organization.id = token.organization_id
    left join bff_integration as integration on integration.id = token.integration_id
    left join bff_integration_origin as registered
      on registered.integration_id = token.integration_id and registered.origin = token.origin
    left join bff_session as session on session.id_hash = token.admin_session_hash
    left join bff_admin as admin on admin.id = session.admin_id
    where token.token_hash = any(string_to_array(${hashes.join(',')}, ',')) and token.expires_at > ${now} and integration.revoked_at is null
      and (registered.origin is not null
        or (session.idle_expires_at > ${now} and session.absolute_expires_at > ${now}))`.execute(ctx.db)
  return new Map(rows.map((row) => [row.tokenHash, row]))
}

/** Binds a token with neither a user nor a wallet to the wallet that it created. */
export async function bindWallet(
  { ctx, token }: WidgetAsked<HasDatabase>,
  walletAddress: string,
): Promise<void> {
  if (token.externalUserId !== null || token.walletAddress !== null) return
  await ctx.db
    .updateTable('bff_widget_session')
    .set({ wallet_address: walletAddress })
    .where((row) => row.and({ token_hash: token.tokenHash, wallet_address: null }))
    .execute()
}

/** Returns the credentials of an `Authorization: Bearer` header. */
export function readBearer(request: Request): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

/**
 * Returns the active token of a request. The request must come from the token's origin, and the token must have
 * the required operation (null for any).
 *
 * @throws WIDGET_TOKEN_EXPIRED, ORIGIN_REFUSED, OPERATION_REFUSED
 */
export async function requireWidgetToken(
  ctx: HasClock & HasDatabase & HasLog & HasKeyVault,
  exchange: Exchange,
  operation: WidgetOperation | null,
): Promise<WidgetToken> {
  const token = await widgetTokenAtFirst(ctx, exchange.req.raw)
  if (token === undefined) throw bffError('WIDGET_TOKEN_EXPIRED')
  if (token.origin !== exchange.var.widgetOrigin) {
    ctx.log.warn({ event: 'widget_token_at_other_origin', integrationId: token.integrationId })
    throw bffError('ORIGIN_REFUSED')
  }
  if (operation !== null && !token.operations.includes(operation))
    throw bffError('OPERATION_REFUSED', operation)
  return token
}
