import type { HasPublicUrl } from '#bff/context-parts.ts'
import { SCIM_USERS_PATH } from '#protocol/scim.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { respondScim, SCIM_URNS } from './scim-response.ts'
import type { ScimUser } from './user-store.ts'

/** The User resource of a stored user. Source: RFC 7643, section 4.1. */
export function toResource({ settings }: HasPublicUrl, user: ScimUser): Record<string, unknown> {
  const { displayName, preferredLanguage, ...name } = user.profile
  return {
    schemas: [SCIM_URNS.user],
    id: user.id,
    ...(user.external_id !== null && { externalId: user.external_id }),
    userName: user.user_name,
    ...(Object.keys(name).length > 0 && { name }),
    ...(displayName !== undefined && { displayName }),
    ...(preferredLanguage !== undefined && { preferredLanguage }),
    emails: [{ value: user.email, type: 'work', primary: true }],
    active: user.is_active,
    ...(user.role !== null && { roles: [{ value: user.role, primary: true }] }),
    meta: {
      resourceType: 'User',
      created: user.created_at.toISOString(),
      lastModified: user.updated_at.toISOString(),
      location: settings.publicUrl + `${SCIM_USERS_PATH}/${user.id}`,
      version: toEtag(user),
    },
  }
}

/** A response with one user. */
export function respondUser(
  ctx: HasPublicUrl,
  status: 200 | 201,
  user: ScimUser,
  query = new URLSearchParams(),
): Response {
  const location = `${ctx.settings.publicUrl}${SCIM_USERS_PATH}/${user.id}`
  const headers = { etag: toEtag(user), location }
  return respondScim(status, selectAttributes(toResource(ctx, user), query), headers)
}

/** The version of a user. It is weak, because attributes of the request can change the bytes. */
export function toEtag({ version }: ScimUser): string {
  return `W/"${version}"`
}

/** @throws 412 if `If-Match` names other versions only. Source: RFC 7644, section 3.14 */
export function requireMatch(request: Request, user: ScimUser): void {
  const wanted = request.headers.get('if-match')
  if (wanted !== null && !namesVersion(wanted, user))
    throw new HttpError(412, undefined, 'The user has changed since this version.')
}

/** Whether a list of versions, as in `If-Match` and `If-None-Match`, has the user's present one. */
export function namesVersion(list: string, user: ScimUser): boolean {
  return list.split(',').some((one) => one.trim() === '*' || one.trim() === toEtag(user))
}

/** Attributes that are always returned. Source: RFC 7643, section 7 (`returned`). */
const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id'])

/**
 * Returns the attributes that `attributes` names, or all but those that `excludedAttributes` names. A sub-attribute
 * stands for its whole attribute. Source: RFC 7644, section 3.9.
 */
export function selectAttributes(
  resource: Record<string, unknown>,
  query: URLSearchParams,
): Record<string, unknown> {
  const wanted = readNames(query.get('attributes'))
  const excluded = readNames(query.get('excludedAttributes'))
  const isReturned = (name: string) =>
    ALWAYS.has(name) || (wanted.size > 0 ? wanted.has(name.toLowerCase()) : !excluded.has(name.toLowerCase()))
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isReturned(name)))
}

function readNames(list: string | null): ReadonlySet<string> {
  const names = (list ?? '').split(',').map((name) => name.trim().split('.')[0]?.toLowerCase() ?? '')
  return new Set(names.filter((name) => name !== ''))
}
