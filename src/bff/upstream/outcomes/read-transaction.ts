import { BAAS_ENDPOINTS } from '#protocol/org/endpoints.ts'
import type { RecordedTransaction } from '#protocol/org/hosted-upstream.ts'
import type { Transaction } from '#protocol/org/transactions.ts'
import type { BffContext } from '#bff/context.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream, type UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { expireUndecided } from './expire-undecided.ts'
import { recordContact } from './hosted-upstream-row.ts'
import { LACKING_PAUSE_MS } from './poll-open-transactions.ts'
import { noteAnswer } from './note-answer.ts'
import { recordAnswers } from './record-answer.ts'

/**
 * A transaction as the service answers it, or, where a hosted service lacks the path or its answer is unreadable,
 * from this BFF's record.
 *
 * @throws the service's refusal when there is no record here either
 */
export async function readTransaction(
  ctx: BffContext,
  organization: Organization,
  { transactionUuid, requestId }: { transactionUuid: string; requestId: string },
): Promise<UpstreamAnswer<Transaction | RecordedTransaction>> {
  const headers = { 'x-request-id': requestId }
  if (await isKnownToLack(ctx, organization.id)) {
    const content = await findRecord(ctx, organization.id, transactionUuid)
    if (content !== undefined) return { status: 200, content, headers }
  }
  try {
    const answered = await callUpstream(ctx, organization, {
      base: 'baas',
      endpoint: BAAS_ENDPOINTS.getTransaction,
      requestId,
      params: { transactionUuid },
    })
    if (ctx.settings.hostedUpstream) await noteAnswer(ctx, organization.id, answered.content)
    return answered
  } catch (error) {
    if (!isOutcomeUnknown(ctx, error)) throw error
    if (isLacking(error)) await recordContact(ctx, organization.id, 'polling_lacks_at')
    const content = await findRecord(ctx, organization.id, transactionUuid)
    if (content === undefined) throw error
    return { status: 200, content, headers }
  }
}

/** Whether a try of the last hour found no such path: screens that poll every few seconds need not try again. */
async function isKnownToLack(ctx: BffContext, organizationId: string): Promise<boolean> {
  if (!ctx.settings.hostedUpstream) return false
  const row = await ctx.db
    .selectFrom('bff_hosted_upstream')
    .select(['polling_lacks_at', 'polling_heard_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  const { polling_lacks_at: lacks = null, polling_heard_at: contactAt = null } = row ?? {}
  if (lacks === null || (contactAt !== null && contactAt > lacks)) return false
  return lacks.getTime() + LACKING_PAUSE_MS > ctx.clock.now().getTime()
}

/** The service lacks the path, or answers with something else. An outage has errors of its own. */
export function isOutcomeUnknown(ctx: BffContext, error: unknown): boolean {
  if (!ctx.settings.hostedUpstream) return false
  return isLacking(error) || (error instanceof HttpError && error.code === 'UPSTREAM_FAILED')
}

function isLacking(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'UPSTREAM_LACKS'
}

async function findRecord(
  ctx: BffContext,
  organizationId: string,
  transactionUuid: string,
): Promise<RecordedTransaction | undefined> {
  await expireUndecided(ctx)
  const row = await ctx.db
    .selectFrom('bff_hosted_transaction')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('transaction_uuid', '=', transactionUuid.toLowerCase())
    .executeTakeFirst()
  if (row === undefined) return undefined
  const [answered] = await recordAnswers(ctx, organizationId, [row])
  return answered
}
