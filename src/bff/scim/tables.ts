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
