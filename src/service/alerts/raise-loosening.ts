import { sql } from 'kysely'
import type { LooseningKind } from '#protocol/alerts.ts'
import type { Caller } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import { findRow } from '#service/db/find-row.ts'
import { storedRequester } from '#service/execution/requester.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'
import type { AlertCause } from './tables.ts'

type Loosening = { kind: LooseningKind; subject: string; name: string }

/**
 * Raises an alert in the database transaction of the change that it reports, so that either both are committed or
 * neither.
 */
export type RaiseLoosening = (trx: Transaction, caller: Caller, act: Loosening, at: Date) => Promise<void>

/**
 * Raises an alert even if the same subject already has one. Each alert has its own event and mails. Source: ADR 0028.
 */
export const raiseLoosening: RaiseLoosening = async (trx, caller, { kind, subject, name }, at) => {
  const { organizationId } = caller
  const cause = JSON.stringify(await readCause(trx, caller))
  await sql`
    insert into alerts (organization_id, kind, subject, name, raised_at, seen_at, cause)
    values (${organizationId}::uuid, ${kind}, ${subject}, ${name}, ${at}, ${at}, ${cause}::jsonb)
    on conflict (organization_id, kind, subject) do update set id = excluded.id, name = excluded.name,
      raised_at = excluded.raised_at, seen_at = excluded.seen_at, cleared_at = null, cause = excluded.cause`.execute(
    trx,
  )
  await emitEvent(trx, { organizationId, type: 'alert.raised', at, data: { kind, subject, name } })
}

/** Returns the administrator that the key's holder named, otherwise the API key. Adds the IP address. */
async function readCause(trx: Transaction, caller: Caller): Promise<AlertCause> {
  const { namedByKey, ipAddress } = storedRequester(caller)
  if (namedByKey?.kind === 'administrator') {
    const { id, name } = namedByKey
    return { by: { kind: 'administrator', id, name }, ipAddress: namedByKey.ipAddress ?? ipAddress }
  }
  const key = await findRow(trx, 'api_keys', ['label', 'start'], { id: caller.keyId })
  if (key === undefined) return { ipAddress }
  return { by: { kind: 'api-key', id: caller.keyId, name: key.label || key.start }, ipAddress }
}
