import type { HasDatabase, HasPublicUrl } from '#bff/context-parts.ts'
import type { ScimAsked } from './find-connection.ts'
import { respondEmpty } from './scim-response.ts'
import { namesVersion, respondUser, toEtag } from './user-resource.ts'
import { findUser } from './user-store.ts'

/** `GET /Users/{id}`. @throws NOT_FOUND */
export async function getUser({
  ctx,
  exchange,
  organization,
}: ScimAsked<HasDatabase & HasPublicUrl>): Promise<Response> {
  const { req } = exchange
  const user = await findUser(ctx.db, organization.id, req.param('userId') ?? '')
  const known = req.header('if-none-match')
  if (known !== undefined && namesVersion(known, user)) return respondEmpty(304, { etag: toEtag(user) })
  return respondUser(ctx, 200, user, new URL(req.url).searchParams)
}
