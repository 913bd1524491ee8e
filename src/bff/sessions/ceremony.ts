import { sql, type Selectable } from 'kysely'
import type {
  HasClock,
  HasCookies,
  HasDatabase,
  HasRelyingParty,
  RunsCeremonies,
} from '#bff/context-parts.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/exchange.ts'
import { WithCookies } from '#bff/http/with-cookies.ts'
import { assertionJsonSchema } from '#protocol/passkey/credential-json.ts'
import { verifyPasskey as verify } from '#server-kit/passkeys/assertion.ts'
import {
  beginCeremony as begin,
  takeCeremony as take,
  type Ceremonies,
} from '#server-kit/passkeys/ceremonies.ts'
import { CEREMONY_SECONDS } from '#server-kit/passkeys/relying-party.ts'
import { clearCookie, readCookie, setCookie } from '#server-kit/sessions/host-cookie.ts'

export type Ceremony = Selectable<BffTables['bff_ceremony']>
type NewCeremony = Pick<Ceremony, 'kind' | 'challenge'> &
  Partial<Pick<Ceremony, 'setup_token_hash' | 'admin_id' | 'admin_name' | 'user_handle'>>

/** Stores a challenge for the browser that requested it. A cookie binds the two. */
export async function beginCeremony<Content>(
  ctx: RunsCeremonies,
  ceremony: NewCeremony,
  content: Content,
): Promise<WithCookies<Content>> {
  const id = await begin(ceremonies(ctx), ceremony)
  return new WithCookies(content, [setCookie(ctx.settings.cookies.ceremony, id, CEREMONY_SECONDS)])
}

/** Deletes and returns this browser's ceremony, so that its challenge is used only once. @throws CEREMONY_OVER */
export async function takeCeremony(
  ctx: RunsCeremonies,
  request: Request,
  kind: Ceremony['kind'],
): Promise<Ceremony> {
  const id = readCookie(request.headers, ctx.settings.cookies.ceremony)
  const ceremony = id === undefined ? undefined : await take<Ceremony>(ceremonies(ctx), id, kind)
  if (ceremony === undefined) throw bffError('CEREMONY_OVER')
  return ceremony
}

export function endCeremonyCookie(ctx: HasCookies): string {
  return clearCookie(ctx.settings.cookies.ceremony)
}

function ceremonies({ db, clock }: HasClock & HasDatabase): Ceremonies {
  return { db, table: 'bff_ceremony', now: sql<Date>`${clock.now()}::timestamptz` }
}

type Refusal = 'SIGN_IN_FAILED' | 'STEP_UP_FAILED'

/** Returns the person whose passkey signed the challenge. Every failure throws the same `refusal`. */
export async function verifyPasskey(
  ctx: HasClock & HasDatabase & HasRelyingParty,
  challenge: string,
  given: unknown,
  refusal: Refusal,
): Promise<string> {
  const response = assertionJsonSchema.safeParse(given)
  if (!response.success) throw bffError(refusal)
  const passkeys = {
    relyingParty: ctx.settings.relyingParty,
    db: ctx.db,
    table: 'bff_admin_passkey',
    now: sql<Date>`${ctx.clock.now()}::timestamptz`,
    find: (credentialId: string) => findPasskey(ctx, credentialId),
    refuse: (cause?: unknown) => bffError(refusal, { cause }),
  }
  return (await verify(passkeys, { response: response.data, challenge })).admin_id
}

/** Lists a person's passkeys for `allowCredentials` and `excludeCredentials`. */
export async function listPasskeyIds(ctx: HasDatabase, adminId: string): Promise<{ id: string }[]> {
  const rows = await ctx.db
    .selectFrom('bff_admin_passkey')
    .select('credential_id')
    .where('admin_id', '=', adminId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({ id: row.credential_id }))
}

function findPasskey(ctx: HasDatabase, credentialId: string) {
  return ctx.db
    .selectFrom('bff_admin_passkey as passkey')
    .innerJoin('bff_admin as admin', 'admin.id', 'passkey.admin_id')
    .selectAll('passkey')
    .select('admin.user_handle')
    .where('passkey.credential_id', '=', credentialId)
    .executeTakeFirst()
}
