import type { JSONColumnType } from 'kysely'

/** Attributes of a user that are stored as they were sent. Latchkey shows them nowhere, and returns them to the identity provider. */
export const PROFILE_FIELDS = [
  'displayName',
  'formatted',
  'givenName',
  'familyName',
  'preferredLanguage',
] as const
export type ProfileField = (typeof PROFILE_FIELDS)[number]
export type ScimProfile = Partial<Record<ProfileField, string>>

export type ScimTables = {
  /** The token with which an identity provider provisions an organization's members. */
  bff_scim_connection: {
    organization_id: string
    token_hash: string
    /** The first characters of the token. */
    start: string
    /** Name of the owner who created the token, at that time. */
    created_by: string
    created_at: Date
    last_used_at: Date | null
  }
  /** A person whom an identity provider has provisioned: a member, an invited person, or an inactive one. */
  bff_scim_user: {
    id: string
    organization_id: string
    user_name: string
    /** `user_name` as it is compared (`toUserNameKey`). */
    user_name_key: string
    /** Id of the person at the identity provider. Null if it sent none. */
    external_id: string | null
    /** The result of `normalizeEmail`. */
    email: string
    profile: JSONColumnType<ScimProfile>
    is_active: boolean
    /** The person. Null until they join, and after they are deleted. */
    admin_id: string | null
    /** Counts the changes, for ETag. */
    version: number
    created_at: Date
    updated_at: Date
  }
}
