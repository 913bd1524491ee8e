import { randomUUID } from 'node:crypto'
import type { HasClock, HasDatabase, HasLog, RunsAudited, WritesAudit } from '#bff/context-parts.ts'
import type { AuditDetails, AuditResult } from '#protocol/audit.ts'
import { toHttpError } from '#server-kit/http/error-reply.ts'
import { type AuditInput, recordAudit } from './record-audit.ts'

type AuditResultDetails = { target?: string | null | undefined; details?: AuditDetails | undefined }

/**
 * Runs a call of the service and records its result. The call is stored before it starts, so it never runs without
 * a record. If this process ends during the call, the entry is `unknown`.
 */
export async function audited<Result>(
  ctx: RunsAudited,
  input: AuditInput,
  work: () => Promise<Result>,
  readDetails: (result: Result) => AuditResultDetails = () => ({}),
): Promise<Result> {
  const occurredAt = ctx.clock.now()
  const id = await begin(ctx, { ...input, occurredAt })
  const finish = (result: AuditResult, known: AuditResultDetails) =>
    end(ctx, id, {
      ...input,
      occurredAt,
      result,
      target: known.target ?? input.target,
      details: { ...input.details, ...known.details },
    })
  try {
    const result = await work()
    await finish('done', readDetails(result))
    return result
  } catch (error) {
    const { status, code } = toHttpError(error)
    await finish(status < 500 ? 'refused' : 'failed', { details: { status, ...(code && { code }) } })
    throw error
  }
}

async function begin(ctx: HasClock & HasDatabase, input: AuditInput): Promise<string> {
  const id = randomUUID()
  const row = { id, organization_id: input.organizationId, input: JSON.stringify(input) }
  await ctx.db
    .insertInto('bff_audit_begun')
    .values({ ...row, begun_at: ctx.clock.now() })
    .execute()
  return id
}

/**
 * Records the result. Logs a failure and does not throw, because the call has already happened and its response may
 * hold a secret.
 */
async function end(ctx: WritesAudit & HasDatabase & HasLog, id: string, input: AuditInput): Promise<void> {
  try {
    await ctx.db.transaction().execute(async (trx) => {
      const begun = await trx
        .deleteFrom('bff_audit_begun')
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      // The call took so long that it was recorded as lost. This second entry has its result.
      const details = begun === undefined ? { ...input.details, late: true } : input.details
      await recordAudit(ctx, trx, { ...input, details })
    })
  } catch (cause) {
    ctx.log.error({ requestId: input.requestId, action: input.action, err: cause }, 'the audit entry is late')
  }
}
