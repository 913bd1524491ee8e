import * as z from 'zod/mini'
import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import { auditDetailsSchema } from '#protocol/audit.ts'
import { recordAudit } from './record-audit.ts'

/**
 * Time after which a call without a result counts as lost, in milliseconds. Longer than any call of the service.
 */
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

/** Records calls that an ended process had started. Call it before reading the log. */
export async function recordLostCalls(ctx: WritesAudit & HasDatabase, organizationId: string): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - LOST_AFTER_MS)
  const lost = await ctx.db
    .selectFrom('bff_audit_begun')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('begun_at', '<', before)
    .orderBy('begun_at')
    .execute()
  for (const { id } of lost) await enterLostCall(ctx, id)
}

function enterLostCall(ctx: WritesAudit & HasDatabase, id: string): Promise<void> {
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
