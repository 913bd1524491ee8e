import { sql } from 'kysely'
import type { WidgetOperation } from '#protocol/console-api.ts'
import type { BffContext, Exchange, Organization } from '#bff/context.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'
import { PREPARED } from '#server-kit/db/prepared.ts'
import { createReadTogether } from '#server-kit/db/read-together.ts'
import { openOrganization } from '#bff/organizations/organization.ts'
import { bffError } from '#bff/http/exchange.ts'
import type { InputOf, ParsedBy } from '#server-kit/http/parse-input.ts'

/** Source: profile 11. */
const WIDGET_TOKEN_SECONDS = 600

/** A token's binding. Without a user and a wallet it can only create. */
export type WidgetBinding = {
  origin: string
  externalUserId: string | null
  externalUserLabel: string | null
  email: string | null
  walletAddress: string | null
  operations: WidgetOperation[]
}

/** A live token: its binding, its owner, and its organization. */
export type WidgetToken = WidgetBinding & {
  tokenHash: string
  integrationId: string | null
  integrationLabel: string | null
  /** The person at the console who opened it; null for an integration's. */
  admin: { id: string; name: string } | null
  organization: Organization
  expiresAt: Date
}

/** A request with a live token. */
export type WidgetAsked = { ctx: BffContext; exchange: Exchange; token: WidgetToken }

/** Handles a request with a live token and the input of its endpoint's row. */
export type WidgetHandler<Row extends ParsedBy = ParsedBy> = (
  asked: WidgetAsked & InputOf<Row>,
) => Promise<Response>

type Opener = { organizationId: string; integrationId: string | null; adminSessionHash: string | null }

/** A new token; only its hash is stored. It ends after 10 minutes, or with its opener. */
export async function createWidgetToken(ctx: BffContext, opener: Opener, binding: WidgetBinding) {
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

/** `findWidgetToken` at the beginning of a request, once: first its origin is admitted by it, then its route. */
export function widgetTokenAtFirst(ctx: BffContext, request: Request): Promise<WidgetToken | undefined> {
  const token = found.get(request) ?? findWidgetToken(ctx, request)
  found.set(request, token)
  return token
}

type TokenRow = Omit<WidgetToken, 'admin' | 'organization'> &
  Parameters<typeof openOrganization>[1] & {
    /** The integration's operations. */
    allowed: WidgetOperation[] | null
    admin_id: string | null
    admin_name: string | null
  }

/** The live token of an Authorization header, or undefined: unknown, expired, revoked and signed out look alike. */
export async function findWidgetToken(ctx: BffContext, request: Request): Promise<WidgetToken | undefined> {
  const presented = bearerOf(request)
  if (presented === undefined) return undefined
  const read = readers.get(ctx) ?? createReadTogether((hashes) => readLiveTokens(ctx, hashes))
  readers.set(ctx, read)
  const row = await read(hashSecret(presented))
  if (row === undefined) return undefined
  // Without one of its operations a token would have another meaning: it ends, and the page requests another one.
  if (row.operations.some((operation) => row.allowed?.includes(operation) === false)) return undefined
  const { allowed: _, admin_id: adminId, admin_name: adminName, ...found } = row
  const { organization_id, organization_name, api_key_sealed, ...binding } = found
  const organization = openOrganization(ctx, { organization_id, organization_name, api_key_sealed })
  return { ...binding, organization, admin: adminId === null ? null : { id: adminId, name: adminName ?? '' } }
}

const readers = new WeakMap<BffContext, ReturnType<typeof createReadTogether<TokenRow>>>()

/** Each request's own read, many in one statement: what was revoked before it asked is not found. */
async function readLiveTokens(ctx: BffContext, hashes: readonly string[]): Promise<Map<string, TokenRow>> {
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

/** A token that named neither user nor wallet is bound to the wallet it created. */
export async function bindWallet({ ctx, token }: WidgetAsked, walletAddress: string): Promise<void> {
  if (token.externalUserId !== null || token.walletAddress !== null) return
  await ctx.db
    .updateTable('bff_widget_session')
    .set({ wallet_address: walletAddress })
    .where((row) => row.and({ token_hash: token.tokenHash, wallet_address: null }))
    .execute()
}

/** The credentials of an `Authorization: Bearer` header. */
export function bearerOf(request: Request): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

/**
 * The live token of a request, from the origin it was made for, and with the operation that is needed (null: any).
 *
 * @throws WIDGET_TOKEN_EXPIRED, ORIGIN_REFUSED, OPERATION_REFUSED
 */
export async function requireWidgetToken(
  ctx: BffContext,
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
