import type * as z from 'zod/mini'
import type { listApiKeyRequestsQuerySchema } from '#protocol/api-key-requests.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { comesAfter, encodeRowCursor } from '#server-kit/http/page-cursor.ts'
import { readPage } from '#server-kit/http/read-page.ts'
import type { HasDatabase, HasPublicUrl } from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import { WithHeaders, type PagedOperation } from '#service/http/endpoint-types.ts'
import { selectApiKey } from './authenticate-key.ts'

/**
 * `GET /v1/org/keys/{keyId}/requests`: the requests of a key in the last 30 days, including refused ones,
 * newest first. Requests of the last seconds may be missing. Every page but the last has a `Link` header with
 * `rel="next"`. Source: ADR 0005.
 *
 * @throws VALIDATION_FAILED for an invalid cursor
 * @throws NOT_FOUND for a key that does not exist or belongs to another organization
 */
export const listApiKeyRequests: PagedOperation<'listApiKeyRequests', HasDatabase & HasPublicUrl> = async (
  ctx,
  caller,
  input,
) => {
  const { params, query } = input
  const { id: keyId } = await selectApiKey(ctx.db, caller, params.keyId).executeTakeFirstOrThrow(notFound)
  const { page, headers } = await readPage({
    publicUrl: ctx.settings.publicUrl,
    path: `/v1/org/keys/${keyId}/requests`,
    query,
    read: (count) => selectRequests(ctx.db, keyId, query).limit(count).execute(),
    next: ({ answeredAt: createdAt, id }) => ({ cursor: encodeRowCursor({ createdAt, id }) }),
  })
  const content = page.map(({ answeredAt, ...row }) => ({
    ...row,
    answeredAtDatetime: answeredAt.toISOString(),
  }))
  return new WithHeaders(content, headers)
}

function selectRequests(db: Database, keyId: string, query: z.output<typeof listApiKeyRequestsQuerySchema>) {
  const { statusClass, method, code, sinceDatetime, untilDatetime, cursor } = query
  let select = db
    .selectFrom('api_key_requests')
    .select(['id', 'method', 'path', 'status', 'code', 'message', 'ip'])
    .select(['answered_at as answeredAt', 'duration_ms as durationMs', 'request_id as requestId'])
    .where('key_id', '=', keyId)
    .orderBy('answered_at', 'desc')
    .orderBy('id', 'desc')
  if (statusClass !== undefined) {
    const first = Number(statusClass.charAt(0)) * 100
    select = select.where('status', '>=', first).where('status', '<', first + 100)
    // Each refusal has a code, so this condition uses the index of codes.
    if (statusClass !== '2xx') select = select.where('code', 'is not', null)
  }
  if (method !== undefined) select = select.where('method', '=', method)
  if (code !== undefined) select = select.where('code', '=', code)
  if (sinceDatetime !== undefined) select = select.where('answered_at', '>=', new Date(sinceDatetime))
  if (untilDatetime !== undefined) select = select.where('answered_at', '<', new Date(untilDatetime))
  if (cursor === undefined) return select
  return select.where(comesAfter(cursor, ['answered_at', 'id']))
}
