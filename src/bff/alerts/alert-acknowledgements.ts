import type { HasDatabase } from '#bff/context-parts.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import type { Alert } from '#protocol/alerts.ts'

/** Time after which the acknowledgement of an alert that is no longer listed is deleted, in milliseconds. */
const KEPT_MS = 90 * 86_400_000

/** Reads the acknowledgements of an organization's alerts, by the id of the alert. */
export async function findAcknowledgements(
  { db }: HasDatabase,
  organizationId: string,
): Promise<Map<string, Pick<Alert, 'acknowledgement'>>> {
  const rows = await db
    .selectFrom('bff_alert_acknowledgement')
    .select(['alert_id', 'admin_name as name', 'acknowledged_at'])
    .where('organization_id', '=', organizationId)
    .execute()
  return new Map(
    rows.map(({ alert_id: id, name, acknowledged_at: at }) => [
      id,
      { acknowledgement: { name, atDatetime: at.toISOString() } },
    ]),
  )
}

type NewAcknowledgement = { organizationId: string; alertId: string; name: string; at: Date }

/** Stores an acknowledgement. Returns false if another member was first, whose name then stays. */
export async function storeAcknowledgement(
  trx: BffTransaction,
  { organizationId, alertId, name, at }: NewAcknowledgement,
): Promise<boolean> {
  const stored = await trx
    .insertInto('bff_alert_acknowledgement')
    .values({ organization_id: organizationId, alert_id: alertId, admin_name: name, acknowledged_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('alert_id')
    .executeTakeFirst()
  return stored !== undefined
}

/** Deletes old acknowledgements of alerts that are no longer raised. */
export async function forgetAcknowledgements(
  trx: BffTransaction,
  { organizationId, raised, now }: { organizationId: string; raised: readonly Alert[]; now: Date },
): Promise<void> {
  const ids = raised.map(({ id }) => id)
  await trx
    .deleteFrom('bff_alert_acknowledgement')
    .where('organization_id', '=', organizationId)
    .where('acknowledged_at', '<', new Date(now.getTime() - KEPT_MS))
    .where('alert_id', 'not in', ids)
    .execute()
}
