import type { SandboxScript } from '#protocol/org/sandbox.ts'
import type { Caller, Context } from '#service/context.ts'
import type { Database, Transaction } from '#service/db/database.ts'

const FIRST_SCRIPT: SandboxScript = { behaviour: 'approve', delaySeconds: 5, receiverDown: false }

/** What the organization's scripted end-users do with what is held from now on. */
export async function readScript(db: Database | Transaction, organizationId: string): Promise<SandboxScript> {
  const row = await db
    .selectFrom('sandbox_scripts')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (row === undefined) return FIRST_SCRIPT
  return { behaviour: row.behaviour, delaySeconds: row.delay_seconds, receiverDown: row.receiver_down }
}

/** `PUT /sandbox/script`: what scripted end-users do from now on. What is held already keeps its plan (ADR 0003). */
export async function setSandboxScript(
  ctx: Pick<Context, 'db'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
  { body }: { body: SandboxScript },
): Promise<SandboxScript> {
  const set = {
    behaviour: body.behaviour,
    delay_seconds: body.delaySeconds,
    receiver_down: body.receiverDown,
  }
  await ctx.db
    .insertInto('sandbox_scripts')
    .values({ organization_id: organizationId, ...set })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(set))
    .execute()
  return body
}
