/** Attributes of a user that are stored as they were sent. They name the person at the identity provider alone. */
export const PROFILE_FIELDS = [
  'displayName',
  'formatted',
  'givenName',
  'familyName',
  'preferredLanguage',
] as const
export type ProfileField = (typeof PROFILE_FIELDS)[number]
export type ScimProfile = Partial<Record<ProfileField, string>>
