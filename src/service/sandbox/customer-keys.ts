import * as z from 'zod/mini'
import { openSecret, sealSecret } from '#server-kit/secrets/secret-box.ts'
import type { HasSecretKeys } from '#service/context-parts.ts'
import type { StoredKey } from './software-passkey.ts'

const storedKeySchema = z.object({
  credentialId: z.string(),
  jwk: z.record(z.string(), z.unknown()),
})
const keysSchema = z.object({ wallet: storedKeySchema, approval: storedKeySchema })

/** The passkeys of one scripted end-user: one signs for the wallet, the other approves. */
export type CustomerKeys = { wallet: StoredKey; approval: StoredKey }

export function sealKeys(ctx: HasSecretKeys, organizationId: string, keys: CustomerKeys): string {
  return sealSecret(ctx.settings.secretKeys, customerKeysContext(organizationId), JSON.stringify(keys))
}

/** @throws SecretBoxError if this deployment did not seal them */
export function openKeys(ctx: HasSecretKeys, organizationId: string, box: string): CustomerKeys {
  return keysSchema.parse(
    JSON.parse(openSecret(ctx.settings.secretKeys, customerKeysContext(organizationId), box)),
  )
}

export function customerKeysContext(organizationId: string): { owner: string; column: string } {
  return { owner: organizationId, column: 'sandbox_customers.keys_box' }
}
