import * as z from 'zod/mini'
import { newCredentialSchema } from '#protocol/passkey/credential-json.ts'
import { emailSchema } from './email-schema.ts'
import { datetimeSchema, matching, nameSchema, textSchema } from './fields.ts'
import { roleSchema } from './roles.ts'

/** `GET /api/members`: the people of an organization, in the order in which they joined. */
const memberSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: roleSchema,
  joinedAtDatetime: datetimeSchema,
  /** The last use of an active session, to the minute. Null if there is no session. */
  lastSeenAtDatetime: z.nullable(datetimeSchema),
  sessions: z.int(),
  passkeys: z.int(),
  /** The person's email address for alert mails. Only set if it is known, and only for owners and admins. */
  email: z.optional(z.string()),
})
export type Member = z.infer<typeof memberSchema>
export const memberListSchema = z.array(memberSchema)

/** Body of `PUT /api/members/{memberId}`. */
export const changeRoleRequestSchema = z.strictObject({ role: roleSchema })

/** `GET /api/invitations`: unused invitations, newest first. Never contains the link. */
const invitationSchema = z.object({
  id: z.string(),
  role: roleSchema,
  email: z.nullable(z.string()),
  invitedBy: z.string(),
  createdAtDatetime: datetimeSchema,
  expiresAtDatetime: datetimeSchema,
})
export type Invitation = z.infer<typeof invitationSchema>
/** `canMail`: whether this deployment can send the invitation link by mail. */
export const invitationListSchema = z.object({
  invitations: z.array(invitationSchema),
  canMail: z.boolean(),
})
export const inviteRequestSchema = z.strictObject({ role: roleSchema, email: z.optional(emailSchema) })
/**
 * `link` is returned once; only a hash of its token is stored. `mailed`: whether the mail server accepted the
 * mail.
 */
export const invitedSchema = z.extend(invitationSchema, { link: z.string(), mailed: z.boolean() })
export type Invited = z.infer<typeof invitedSchema>

const tokenSchema = z.string('must be a string').check(z.minLength(1), z.maxLength(200))

/** `POST /api/join/invitation`: an invitation's details, for the holder of its link. */
export const joinRequestSchema = z.strictObject({ token: tokenSchema })
export const joinInvitationSchema = z.object({
  organization: z.string(),
  role: roleSchema,
  invitedBy: z.string(),
  expiresAtDatetime: datetimeSchema,
})
export type JoinInvitation = z.infer<typeof joinInvitationSchema>
export const joinOptionsRequestSchema = z.strictObject({ token: tokenSchema, name: nameSchema(100) })
export const joinVerifyRequestSchema = z.strictObject({ token: tokenSchema, response: newCredentialSchema })

/** `GET /api/account/recovery-codes`: the number of unused codes, and when the codes were created. */
export const recoveryCodesLeftSchema = z.object({
  left: z.int(),
  createdAtDatetime: z.nullable(datetimeSchema),
})
/** `POST /api/account/recovery-codes`. The codes are returned once; only a hash of each code is stored. */
export const recoveryCodesSchema = z.object({ codes: z.array(z.string()) })
/** `POST /api/members/{memberId}/recovery`. The link is returned once; only a hash of its token is stored. */
export const recoveryLinkSchema = z.object({ link: z.string(), expiresAtDatetime: datetimeSchema })
export type RecoveryLink = z.infer<typeof recoveryLinkSchema>

/**
 * Response of `POST /api/sign-in/provider` and `POST /api/account/identity`: the URL to which the browser goes.
 */
export const providerSignInSchema = z.object({ url: z.string() })
export type ProviderSignIn = z.infer<typeof providerSignInSchema>
/** Body of `POST /api/identity`: the query with which the identity provider sent the browser back. */
export const identityAnswerSchema = z.strictObject({
  query: z.string('must be a string').check(z.minLength(1), z.maxLength(8_000)),
})
/**
 * `GET /api/account/identity`: the deployment's identity provider, if it has one, and the person's account
 * there.
 */
export const ownIdentitySchema = z.object({
  provider: z.nullable(z.string()),
  linked: z.nullable(z.object({ label: z.string(), sinceDatetime: datetimeSchema })),
})
export type OwnIdentity = z.infer<typeof ownIdentitySchema>

/** A passkey of the signed-in person. `synced`: a copy of it survives the loss of the device. */
const ownPasskeySchema = z.object({
  id: z.string(),
  name: z.string(),
  synced: z.boolean(),
  createdAtDatetime: datetimeSchema,
  lastUsedAtDatetime: z.nullable(datetimeSchema),
})
export type OwnPasskey = z.infer<typeof ownPasskeySchema>
export const ownPasskeyListSchema = z.array(ownPasskeySchema)
/** Body of `PUT /api/account/name`: the person's name in every organization. */
export const renamePersonRequestSchema = z.strictObject({ name: nameSchema(100) })
export const renamePasskeyRequestSchema = z.strictObject({ name: nameSchema(50) })
export const addPasskeyRequestSchema = z.strictObject({ name: nameSchema(50), response: newCredentialSchema })

/** A session of the signed-in person. `browser` and `system` come from the browser's own claims. */
const ownSessionSchema = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  organization: z.string(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  createdAtDatetime: datetimeSchema,
  lastSeenAtDatetime: datetimeSchema,
})
export type OwnSession = z.infer<typeof ownSessionSchema>
export const ownSessionListSchema = z.array(ownSessionSchema)

/** Body of `POST /api/session/organization`. */
export const switchOrganizationRequestSchema = z.strictObject({
  organizationId: z.string('must be a string').check(z.minLength(1), z.maxLength(100)),
})
export const createOrganizationRequestSchema = z.strictObject({ name: nameSchema(100) })

/** Body of `POST /api/organization/deletion`: the organization's name, typed by hand. */
export const deleteOrganizationRequestSchema = z.strictObject({ name: textSchema(100) })

/** `POST /api/step-up/options`: the single request to confirm. Source: ADR 0020. */
export const stepUpOptionsRequestSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE'], 'must be a method'),
  path: matching(/^\/api\/[^?#\s\\]*$/, 'must be a path of the console').check(z.maxLength(500)),
  /** SHA-256 of the body as sent, in hex. For a request without a body, the hash of the empty string. */
  bodySha256: matching(/^[0-9a-f]{64}$/, 'must be 64 hex digits'),
})
export const stepUpVerifyRequestSchema = z.strictObject({
  stepUp: tokenSchema,
  response: z.record(z.string(), z.unknown()),
})
