import { ALERTS_LISTED_MAX } from '#protocol/alerts.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'

/** `GET /v1/org/alerts`: the alerts that are raised now in the organization, newest first (ADR 0028). */
export const listAlerts: Operation<'listAlerts', HasDatabase> = async ({ db }, { organizationId }) => {
  const rows = await db
    .selectFrom('alerts')
    .select(['id', 'kind', 'subject', 'name', 'raised_at', 'cause'])
    .where('organization_id', '=', organizationId)
    .where('cleared_at', 'is', null)
    .orderBy('raised_at', 'desc')
    .orderBy('id')
    .limit(ALERTS_LISTED_MAX)
    .execute()
  return rows.map(({ raised_at: at, cause, ...alert }) => ({
    ...alert,
    raisedAtDatetime: at.toISOString(),
    ...cause,
  }))
}
