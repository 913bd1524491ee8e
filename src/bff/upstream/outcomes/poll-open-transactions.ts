import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import type { BffContext } from '#bff/context.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { findOrganization } from '#bff/organizations/organization.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { recordContact } from './hosted-upstream-row.ts'
import { noteAnswer } from './note-answer.ts'

const BATCH = 20
/** 2 s, growing by half each time, up to half a minute. */
const PAUSE_SECONDS = 2
const PAUSE_SECONDS_MAX = 30
const PAUSE_STEPS_MAX = 8
/** A service without this path may have it after its next update. */
export const LACKING_PAUSE_MS = 3_600_000
/** The chain accepts nothing after the expiration; an hour later no change is expected. */
const GIVE_UP_AFTER_SECONDS = 3_600

type Due = { organization_id: string; transaction_uuid: string }

/** Polls the service for every open transaction that is due; several processes share them. */
export async function pollOpenTransactions(ctx: BffContext): Promise<void> {
  const due = await claimDue(ctx)
  for (const { organization_id: organizationId, transaction_uuid: transactionUuid } of due) {
    await look(ctx, organizationId, transactionUuid)
  }
}

/** Claims them by moving their next time in the same statement, so that no two processes ask for one. */
async function claimDue(ctx: BffContext): Promise<Due[]> {
  const now = ctx.clock.now()
  const claimed = await sql<Due>`
    update bff_hosted_transaction set
      looks = looks + 1,
      next_look_at = case
        when expiration::numeric + ${GIVE_UP_AFTER_SECONDS}::integer < extract(epoch from ${now}::timestamptz) then null
        else ${now}::timestamptz + interval '1 second'
          * least(${PAUSE_SECONDS_MAX}::integer, ${PAUSE_SECONDS}::integer * power(1.5, least(looks, ${PAUSE_STEPS_MAX}::integer)))
      end
    where (organization_id, transaction_uuid) in (
      select organization_id, transaction_uuid from bff_hosted_transaction
      where next_look_at <= ${now}::timestamptz
      order by next_look_at limit ${BATCH}::integer
      for update skip locked
    )
    returning organization_id, transaction_uuid`.execute(ctx.db)
  return claimed.rows
}

async function look(ctx: BffContext, organizationId: string, transactionUuid: string): Promise<void> {
  const organization = await findOrganization(ctx, organizationId)
  if (organization === undefined) return
  try {
    const { content } = await callUpstream(ctx, organization, {
      base: 'baas',
      endpoint: BAAS_ENDPOINTS.getTransaction,
      requestId: randomUUID(),
      params: { transactionUuid },
    })
    await noteAnswer(ctx, organizationId, content)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (error.code === 'UPSTREAM_LACKS') await pauseLooks(ctx, organizationId)
    else ctx.log.debug({ event: 'hosted_look_failed', transactionUuid, code: error.code })
  }
}

async function pauseLooks(ctx: BffContext, organizationId: string): Promise<void> {
  await recordContact(ctx, organizationId, 'polling_lacks_at')
  await ctx.db
    .updateTable('bff_hosted_transaction')
    .set({ next_look_at: new Date(ctx.clock.now().getTime() + LACKING_PAUSE_MS) })
    .where('organization_id', '=', organizationId)
    .where('next_look_at', 'is not', null)
    .execute()
}
