import type { Context } from '#service/context.ts'
import { serviceError } from '#service/http/service-error.ts'
import { databaseNow, inSeconds } from './database-clock.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'
import type { ApprovalTables } from './tables.ts'

/** How long a person may take at the passkey prompt. */
export const CEREMONY_SECONDS = 300

type Row = ApprovalTables['approver_ceremonies']
type Purpose =
  | { kind: 'enrol'; approverId: string; challenge: string; invitationHash: string | null }
  | { kind: 'sign-in'; challenge: string }
  | {
      kind: 'decide'
      approverId: string
      challenge: string
      transactionId: string
      decision: Row['decision']
    }

/** Remembers a challenge; answers the secret by which its answer is recognized. */
export async function beginCeremony(ctx: Pick<Context, 'db'>, purpose: Purpose): Promise<string> {
  const id = newSecret()
  await ctx.db.deleteFrom('approver_ceremonies').where('expires_at', '<=', databaseNow).execute()
  await ctx.db
    .insertInto('approver_ceremonies')
    .values({
      id_hash: hashSecret(id),
      kind: purpose.kind,
      challenge: purpose.challenge,
      approver_id: 'approverId' in purpose ? purpose.approverId : null,
      invitation_hash: 'invitationHash' in purpose ? purpose.invitationHash : null,
      transaction_id: 'transactionId' in purpose ? purpose.transactionId : null,
      decision: 'decision' in purpose ? purpose.decision : null,
      expires_at: inSeconds(CEREMONY_SECONDS),
    })
    .execute()
  return id
}

/** Takes the ceremony out: whatever comes of it, its challenge never counts again. @throws APPROVAL_CEREMONY_OVER */
export async function takeCeremony(ctx: Pick<Context, 'db'>, id: string, kind: Row['kind']): Promise<Row> {
  const ceremony = await ctx.db
    .deleteFrom('approver_ceremonies')
    .where('id_hash', '=', hashSecret(id))
    .where('kind', '=', kind)
    .where('expires_at', '>', databaseNow)
    .returningAll()
    .executeTakeFirst()
  if (ceremony === undefined) throw serviceError('APPROVAL_CEREMONY_OVER')
  return ceremony
}
