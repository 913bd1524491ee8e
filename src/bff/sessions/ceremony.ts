import type { Selectable } from 'kysely'
import type { BffContext } from '#bff/context.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/bff-error.ts'
import { clearCookie, readCookie, setCookie } from '#bff/http/cookies.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'

/** How long a person may take at the passkey prompt. */
export const CEREMONY_SECONDS = 300

export type Ceremony = Selectable<BffTables['bff_ceremony']>
type NewCeremony = Pick<Ceremony, 'kind' | 'challenge'> & Partial<typeof NOBODY>

/** What a ceremony remembers of a person, where it is about nobody yet. */
const NOBODY: Pick<Ceremony, 'setup_token_hash' | 'admin_id' | 'admin_name' | 'user_handle'> = {
  setup_token_hash: null,
  admin_id: null,
  admin_name: null,
  user_handle: null,
}

/** Remembers a challenge for the browser that asked for it; answers the Set-Cookie that binds the two. */
export async function beginCeremony(ctx: BffContext, ceremony: NewCeremony): Promise<{ cookie: string }> {
  const now = ctx.clock.now()
  const id = newSecret()
  await ctx.db.deleteFrom('bff_ceremony').where('expires_at', '<=', now).execute()
  await ctx.db
    .insertInto('bff_ceremony')
    .values({
      ...NOBODY,
      ...ceremony,
      id_hash: hashSecret(id),
      expires_at: new Date(now.getTime() + CEREMONY_SECONDS * 1000),
    })
    .execute()
  const { cookies } = ctx.settings
  return { cookie: setCookie(cookies, cookies.ceremony, id, CEREMONY_SECONDS) }
}

/** Takes the ceremony out: whatever comes of it, its challenge never counts again. @throws CEREMONY_OVER */
export async function takeCeremony(
  ctx: BffContext,
  request: Request,
  kind: Ceremony['kind'],
): Promise<Ceremony> {
  const id = readCookie(request, ctx.settings.cookies.ceremony)
  if (id === undefined || id === '') throw bffError('CEREMONY_OVER')
  const ceremony = await ctx.db
    .deleteFrom('bff_ceremony')
    .where('id_hash', '=', hashSecret(id))
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst()
  if (ceremony === undefined || ceremony.expires_at <= ctx.clock.now()) throw bffError('CEREMONY_OVER')
  return ceremony
}

export function endCeremonyCookie(ctx: BffContext): string {
  return clearCookie(ctx.settings.cookies, ctx.settings.cookies.ceremony)
}
