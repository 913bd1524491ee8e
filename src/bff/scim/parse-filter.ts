import { tryJson } from '#server-kit/http/parse-json.ts'
import { scimError } from './scim-error.ts'
import { SCIM_URNS } from './scim-response.ts'

/** The attributes by which users can be found, in lower case. */
const FILTERED = new Map([
  ['id', 'id'],
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['emails', 'email'],
  ['emails.value', 'email'],
] as const)

export type UserFilter = { field: 'id' | 'userName' | 'externalId' | 'email'; value: string }

const FILTER_MAX = 1_000
/** `userName eq "ada"`. Names and operators are not case-sensitive. */
const COMPARISON = /^\s*([\w.:-]+)\s+eq\s+(".*")\s*$/is
/** `emails[type eq "work"].value eq "ada@example.com"`, with which Entra ID finds users. */
const WORK_EMAIL = /^\s*emails\[\s*type\s+eq\s+"work"\s*\]\.value(\s+eq\s+".*")\s*$/is

/**
 * Parses the filters with which identity providers find one user: an attribute, `eq` and a string. Everything else of
 * RFC 7644, section 3.4.2.2 is refused, so that no filter returns other users than it says.
 *
 * @throws invalidFilter
 */
export function parseFilter(text: string): UserFilter {
  const refusal = scimError(
    'invalidFilter',
    'The filter must be userName, externalId, emails.value or id, followed by eq and a string in quotes.',
  )
  if (text.length > FILTER_MAX) throw refusal
  const [, name = '', quoted = ''] = COMPARISON.exec(text.replace(WORK_EMAIL, 'emails.value$1')) ?? []
  const field = new Map<string, UserFilter['field']>(FILTERED).get(withoutUrn(name).toLowerCase())
  const value = tryJson(quoted)
  if (field === undefined || typeof value !== 'string' || value.includes('\0')) throw refusal
  return { field, value }
}

/** Removes the schema in front of an attribute's name (RFC 7644, section 3.10). */
export function withoutUrn(name: string): string {
  const prefix = `${SCIM_URNS.user}:`
  return name.toLowerCase().startsWith(prefix.toLowerCase()) ? name.slice(prefix.length) : name
}
