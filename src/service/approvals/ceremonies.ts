import {
  beginCeremony as begin,
  takeCeremony as take,
  type Ceremonies,
} from '#server-kit/passkeys/ceremonies.ts'
import type { Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { databaseNow } from './database-clock.ts'
import type { ApprovalTables } from './tables.ts'

type Row = ApprovalTables['approver_ceremonies']
type NewCeremony = Pick<Row, 'kind' | 'challenge'> &
  Partial<Pick<Row, 'approver_id' | 'invitation_hash' | 'transaction_id' | 'decision'>>

/** Remembers a challenge; answers the secret by which its answer is recognized. */
export function beginCeremony(ctx: Pick<Context, 'db'>, ceremony: NewCeremony): Promise<string> {
  return begin(ceremonies(ctx), ceremony)
}

/** Takes the ceremony out: its challenge never counts again. @throws APPROVAL_CEREMONY_OVER */
export async function takeCeremony(ctx: Pick<Context, 'db'>, id: string, kind: Row['kind']): Promise<Row> {
  const ceremony = await take<Row>(ceremonies(ctx), id, kind)
  if (ceremony === undefined) throw apiError('APPROVAL_CEREMONY_OVER')
  return ceremony
}

function ceremonies({ db }: Pick<Context, 'db'>): Ceremonies {
  return { db, table: 'approver_ceremonies', now: databaseNow }
}
