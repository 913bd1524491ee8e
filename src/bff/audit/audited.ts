import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { auditDetailsSchema, type AuditDetails, type AuditResult } from '#protocol/audit.ts'
import type { BffContext } from '#bff/context.ts'
import { toHttpError } from '#server-kit/http/error-reply.ts'
import { recordAudit, type AuditInput } from './record-audit.ts'

type AuditResultDetails = { target?: string | null | undefined; details?: AuditDetails | undefined }
type AuditedContext = Pick<BffContext, 'db' | 'clock' | 'vault' | 'log'>

/**
 * Does something at the service and records it, however it ends. It is noted before it begins: if this process
 * ends in between, the entry is `unknown`, and nothing happens without one.
 */
export async function audited<Result>(
  ctx: AuditedContext,
  input: AuditInput,
  work: () => Promise<Result>,
  detailsOf: (result: Result) => AuditResultDetails = () => ({}),
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
    await finish('done', detailsOf(result))
    return result
  } catch (error) {
    const { status, code } = toHttpError(error)
    await finish(status < 500 ? 'refused' : 'failed', { details: { status, ...(code && { code }) } })
    throw error
  }
}

async function begin(ctx: AuditedContext, input: AuditInput): Promise<string> {
  const id = randomUUID()
  const row = { id, organization_id: input.organizationId, input: JSON.stringify(input) }
  await ctx.db
    .insertInto('bff_audit_begun')
    .values({ ...row, begun_at: ctx.clock.now() })
    .execute()
  return id
}

/** It has happened already: an answer with a secret must not be lost when the entry cannot be written. */
async function end(ctx: AuditedContext, id: string, input: AuditInput): Promise<void> {
  try {
    await ctx.db.transaction().execute(async (trx) => {
      const begun = await trx
        .deleteFrom('bff_audit_begun')
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      // Recorded as lost, because it took so long: the second entry has its result.
      const details = begun === undefined ? { ...input.details, late: true } : input.details
      await recordAudit(ctx, trx, { ...input, details })
    })
  } catch (cause) {
    ctx.log.error({ requestId: input.requestId, action: input.action, err: cause }, 'the audit entry is late')
  }
}

/** Longer than any call of the service. */
const LOST_AFTER_MS = 5 * 60_000

const begunSchema = z.object({
  organizationId: z.string(),
  actor: z.nullable(z.object({ id: z.string(), name: z.string() })),
  action: z.string(),
  target: z.nullable(z.string()),
  details: auditDetailsSchema,
  requestId: z.string(),
  ipAddress: z.optional(z.nullable(z.string())),
  occurredAt: z.string(),
})

/** Records what an ended process had begun. Called before the log is read. */
export async function recordLost(ctx: Pick<BffContext, 'db' | 'clock' | 'vault'>, organizationId: string) {
  const before = new Date(ctx.clock.now().getTime() - LOST_AFTER_MS)
  const lost = await ctx.db
    .selectFrom('bff_audit_begun')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('begun_at', '<', before)
    .orderBy('begun_at')
    .execute()
  for (const { id } of lost) await enterLost(ctx, id)
}

function enterLost(ctx: Pick<BffContext, 'db' | 'clock' | 'vault'>, id: string): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const taken = await trx
      .deleteFrom('bff_audit_begun')
      .where('id', '=', id)
      .returning('input')
      .executeTakeFirst()
    if (taken === undefined) return
    const { occurredAt, ...input } = begunSchema.parse(JSON.parse(taken.input))
    await recordAudit(ctx, trx, { ...input, occurredAt: new Date(occurredAt), result: 'unknown' })
  })
}
