import { sql, type Selectable } from 'kysely'
import {
  beginCeremony as begin,
  takeCeremony as take,
  type Ceremonies,
} from '#server-kit/passkeys/ceremonies.ts'
import { CEREMONY_SECONDS } from '#server-kit/passkeys/relying-party.ts'
import type { BffContext } from '#bff/context.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/answer.ts'
import { clearCookie, readCookie, setCookie } from '#server-kit/sessions/host-cookie.ts'

export type Ceremony = Selectable<BffTables['bff_ceremony']>
type NewCeremony = Pick<Ceremony, 'kind' | 'challenge'> &
  Partial<Pick<Ceremony, 'setup_token_hash' | 'admin_id' | 'admin_name' | 'user_handle'>>

/** Stores a challenge for the browser that requested it; returns the Set-Cookie that binds the two. */
export async function beginCeremony(ctx: BffContext, ceremony: NewCeremony): Promise<{ cookie: string }> {
  const id = await begin(ceremonies(ctx), ceremony)
  return { cookie: setCookie(ctx.settings.cookies.ceremony, id, CEREMONY_SECONDS) }
}

/** Deletes and returns this browser's ceremony: its challenge never counts again. @throws CEREMONY_OVER */
export async function takeCeremony(
  ctx: BffContext,
  request: Request,
  kind: Ceremony['kind'],
): Promise<Ceremony> {
  const id = readCookie(request.headers, ctx.settings.cookies.ceremony)
  const ceremony = id === undefined ? undefined : await take<Ceremony>(ceremonies(ctx), id, kind)
  if (ceremony === undefined) throw bffError('CEREMONY_OVER')
  return ceremony
}

export function endCeremonyCookie(ctx: BffContext): string {
  return clearCookie(ctx.settings.cookies.ceremony)
}

function ceremonies({ db, clock }: BffContext): Ceremonies {
  return { db, table: 'bff_ceremony', now: sql<Date>`${clock.now()}::timestamptz` }
}
