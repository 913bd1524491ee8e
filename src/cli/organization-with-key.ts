import { join } from 'node:path'
import { SCOPES } from '#protocol/endpoint.ts'
import { readSecretFile, writeSecretFile } from '#server-kit/secrets/secret-file.ts'
import {
  createOrganization,
  ensureApiKey,
  ensureFirstOrganization,
  registerDomain,
  storeApiKey,
  takeOverUnnamed,
  type Context,
} from '#service/index.ts'
import type { Settings } from './settings.ts'

/**
 * Creates the organization, its domains and its first key, which has every scope, in one transaction. An earlier
 * start may have created an unnamed organization for one of the domains. That one is then reused, and `tookOver` is
 * true.
 */
export async function createOrganizationWithKey(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { name, domains, keyLabel }: { name: string; domains: readonly string[]; keyLabel: string },
): Promise<{
  id: string
  name: string
  domains: readonly string[]
  keyId: string
  apiKey: string
  tookOver: boolean
}> {
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    const unnamed = await takeOverUnnamed(trx, { name, domains })
    const { id } = unnamed ?? (await createOrganization(trx, { name, now }))
    for (const domain of domains) await registerDomain(trx, { organizationId: id, domain, now })
    const key = await storeApiKey(trx, {
      organizationId: id,
      label: keyLabel,
      scopes: [...SCOPES],
      expiresAt: null,
      now,
    })
    return { id, name, domains, keyId: key.id, apiKey: key.secret, tookOver: unnamed !== undefined }
  })
}

/** The key for an organization that the BFF's tables store. */
export type StoredApiKey = (organizationId: string) => Promise<string | undefined>

/**
 * Returns the organization of this deployment with the BFF's API key for it. Outside the sandbox, the first
 * start creates the organization with the host of PUBLIC_URL as its domain. The key belongs to the console
 * alone: revoking another key never locks the console out.
 */
export async function ensureOrganization(
  settings: Settings,
  context: Pick<Context, 'db' | 'clock'>,
  storedApiKey: StoredApiKey,
): Promise<{ id: string; name: string; apiKey: string }> {
  const now = context.clock.now()
  const domain = new URL(settings.publicUrl).hostname
  const { id, name } = await ensureFirstOrganization(context.db, { domain, now })
  const path = join(settings.dataDir, 'console.key')
  // Another process on the same database may already have created a key. This process then uses it too.
  const known = (await readSecretFile(path)) ?? (await storedApiKey(id))
  const apiKey = await ensureApiKey(context.db, {
    organizationId: id,
    label: 'Console',
    scopes: SCOPES,
    known,
    now,
  })
  if (apiKey !== known) await writeSecretFile(path, apiKey)
  return { id, name, apiKey }
}
