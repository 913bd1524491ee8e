import { randomUUID } from 'node:crypto'
import type { API_KEY_ENDPOINTS, IpAllowList, IssuedApiKey } from '#protocol/api-keys.ts'
import type { Scope } from '#protocol/endpoint.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import type { RaiseLoosening } from '#service/alerts/raise-loosening.ts'
import type { HasClock, HasDatabase, HasRequestLimits } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import type { Database } from '#service/db/database.ts'
import { findRow, requireRow } from '#service/db/find-row.ts'
import type { InputOf } from '#service/http/endpoint-types.ts'
import { apiKeyStart, createApiKey, hashApiKey, isApiKeyShaped } from './api-key-format.ts'
import { parseIpAllowList } from './ip-allow-list.ts'
import { apiKeyAnswer } from './list-api-keys.ts'
import { requireKeyLimit } from './rate-limits.ts'

/**
 * `POST /v1/org/keys`: issues a key of the caller's organization. Only this response contains the secret. A key
 * with `org:manage` raises an alert (ADR 0028). Source: profile 1, ADR 0005.
 *
 * @throws VALIDATION_FAILED for an expiry that is not in the future, an invalid range, or a limit above the
 * organization's
 * @throws SCOPES_NOT_HELD if the calling key lacks a scope of the new one
 */
export async function issueApiKey(
  ctx: HasClock & HasDatabase & HasRequestLimits,
  caller: Caller,
  { body }: InputOf<typeof API_KEY_ENDPOINTS.issueApiKey>,
  raise: RaiseLoosening,
): Promise<IssuedApiKey> {
  const { organizationId } = caller
  const { label, scopes, expiresAtDatetime, requestsPerMinute = null, createdBy = null } = body
  const now = ctx.clock.now()
  const expiresAt = expiresAtDatetime === undefined ? null : new Date(expiresAtDatetime)
  if (expiresAt !== null && !(expiresAt.getTime() > now.getTime())) {
    throw fieldError('expiresAtDatetime', 'must be a time in the future')
  }
  const ipAllowList = body.ipAllowList && parseIpAllowList(body.ipAllowList)
  await requireKeyLimit(ctx.db, ctx.settings, organizationId, requestsPerMinute)
  await requireHeldScopes(ctx.db, caller, scopes)
  const key = { organizationId, label, scopes, expiresAt, ipAllowList, requestsPerMinute, createdBy, now }
  return ctx.db.transaction().execute(async (trx) => {
    const issued = await storeApiKey(trx, key)
    if (addsManagement(scopes)) await raise(trx, caller, manageKeyAdded(issued), now)
    return issued
  })
}

/** Whether these new scopes let a key manage the organization: its policies, keys and webhooks. */
export function addsManagement(added: readonly Scope[]): boolean {
  return added.includes('org:manage')
}

/** The alert about a new key that can manage the organization. */
export function manageKeyAdded({ id, label, start }: Pick<IssuedApiKey, 'id' | 'label' | 'start'>): {
  readonly kind: 'manage-key-added'
  readonly subject: string
  readonly name: string
} {
  return { kind: 'manage-key-added', subject: id, name: label || start } as const
}

type NewApiKey = {
  organizationId: string
  label: string
  scopes: Scope[]
  expiresAt: Date | null
  ipAllowList?: IpAllowList | undefined
  requestsPerMinute?: number | null
  /** The requester, if known. */
  createdBy?: string | null
  now: Date
}

/** Creates and stores a key. The command line and the sandbox use it before any key exists to call the API. */
export async function storeApiKey(db: Database, key: NewApiKey): Promise<IssuedApiKey> {
  const { key_mark: mark } = await requireRow(db, 'organizations', ['key_mark'], { id: key.organizationId })
  const secret = createApiKey(mark)
  const row = await db
    .insertInto('api_keys')
    .values({
      id: randomUUID(),
      organization_id: key.organizationId,
      label: key.label,
      start: apiKeyStart(secret),
      key_hash: hashApiKey(secret),
      scopes: key.scopes,
      created_at: key.now,
      expires_at: key.expiresAt,
      ip_mode: key.ipAllowList?.mode ?? 'off',
      ip_ranges: key.ipAllowList?.ranges ?? [],
      requests_per_minute: key.requestsPerMinute ?? null,
      created_by: key.createdBy ?? null,
      usage_since: key.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...apiKeyAnswer(row), secret }
}

/**
 * Requires that the calling key holds the scopes. Otherwise, a key with only `org:manage` could create one
 * with every scope (ADR 0005).
 *
 * @throws SCOPES_NOT_HELD with the scopes that the calling key lacks
 */
export async function requireHeldScopes(
  db: Database,
  caller: Caller,
  scopes: readonly Scope[],
): Promise<void> {
  const calling = await findRow(db, 'api_keys', ['scopes'], { id: caller.keyId })
  const lacking = scopes.filter((scope) => !calling?.scopes.includes(scope))
  if (lacking.length > 0) throw apiError('SCOPES_NOT_HELD', lacking.join(', '))
}

type EnsureApiKeyInput = Pick<NewApiKey, 'organizationId' | 'label' | 'now'> & {
  scopes: readonly Scope[]
  /** The secret returned by an earlier call. */
  known?: string | undefined
}

/**
 * Returns the secret of a key of the organization with at least these scopes and no expiry. Returns the known secret
 * if its key is still valid, otherwise the secret of a new key. The caller must store the secret where no one else
 * can read it.
 */
export async function ensureApiKey(db: Database, input: EnsureApiKeyInput): Promise<string> {
  const { organizationId, label, known, now } = input
  if (known !== undefined && (await holds(db, input, known))) return known
  const key = { organizationId, label, scopes: [...input.scopes], expiresAt: null, now }
  return (await storeApiKey(db, key)).secret
}

async function holds(db: Database, wanted: EnsureApiKeyInput, key: string): Promise<boolean> {
  if (!isApiKeyShaped(key)) return false
  const found = await db
    .selectFrom('api_keys')
    .select('scopes')
    .where('key_hash', '=', hashApiKey(key))
    .where('organization_id', '=', wanted.organizationId)
    .where('revoked_at', 'is', null)
    .where('expires_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined && wanted.scopes.every((scope) => found.scopes.includes(scope))
}
