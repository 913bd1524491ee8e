/** The scopes the specification names. Source: spec "Authentication" 2. */
export const SPEC_SCOPES = [
  'wallet:create',
  'wallet:read',
  'token:transfer',
  'token:approve',
  'transaction:execute',
  'domain:read',
] as const

/**
 * All scopes a key can hold: the specification's six and `org:manage`, which opens the organization
 * settings that the specification mentions and does not show (ADR 0005).
 */
export const SCOPES = [...SPEC_SCOPES, 'org:manage'] as const

export type Scope = (typeof SCOPES)[number]
