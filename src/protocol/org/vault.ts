import * as z from 'zod/mini'
import { datetimeSchema, textSchema } from '#protocol/baas/fields.ts'
import { SCOPES } from '#protocol/baas/scopes.ts'

/** The id of the deployment's own key (`UPSTREAM_API_KEY`). */
export const CONFIGURED_KEY_ID = 'configured'

/** A stored key of the hosted service. The key itself is never returned again. */
export const vaultKeySchema = z.object({
  /** A UUID, or `configured`. */
  id: z.string(),
  label: z.string(),
  /** The beginning of the key, to distinguish it. */
  start: z.string(),
  /** Whether the console and its widgets use this one. */
  inUse: z.boolean(),
  /** Null for the deployment's own. */
  createdAtDatetime: z.nullable(datetimeSchema),
  createdBy: z.nullable(z.string()),
  /** As detected from the service's answers so far: a scope that no request needed is absent. */
  scopes: z.array(z.object({ scope: z.enum(SCOPES), held: z.boolean(), learntAtDatetime: datetimeSchema })),
})
export type VaultKey = z.infer<typeof vaultKeySchema>

/** `GET /api/vault` and the answer of every change: all keys, the deployment's own first. */
export const vaultSchema = z.object({ keys: z.array(vaultKeySchema) })
export type Vault = z.infer<typeof vaultSchema>

/** `POST /api/vault/keys`: the key is tried at the service before it is stored, sealed. */
export const addVaultKeyRequestSchema = z.strictObject({
  label: textSchema(50).check(z.minLength(1, 'must not be empty')),
  key: z
    .string('must be a string')
    .check(z.regex(/^[\x21-\x7e]{16,300}$/, 'must be an API key: 16 to 300 letters, digits and signs')),
})
export type AddVaultKeyRequest = z.infer<typeof addVaultKeyRequestSchema>

export const vaultKeyParamsSchema = z.strictObject({ keyId: z.string().check(z.maxLength(40)) })
