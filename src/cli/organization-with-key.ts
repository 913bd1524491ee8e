import { join } from 'node:path'
import {
  createOrganization,
  ensureApiKey,
  ensureFirstOrganization,
  registerDomain,
  storeApiKey,
  takeOverUnnamed,
  type Context,
} from '#service/index.ts'
import { SCOPES } from '#protocol/endpoint.ts'
import { readSecretFile, writeSecretFile } from '#server-kit/secrets/secret-file.ts'
import type { Settings } from './settings.ts'

/**
 * The organization, its domains and its first key, which has every scope, are made together or not at all. `tookOver`:
 * it is the unnamed one that an earlier start had made for one of the domains.
 */
export async function createOrganizationWithKey(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { name, domains, keyLabel }: { name: string; domains: readonly string[]; keyLabel: string },
) {
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

/** The key that the BFF's tables store for an organization. */
export type StoredApiKey = (organizationId: string) => Promise<string | undefined>

/**
 * The organization of this deployment with the BFF's API key for it. Outside the sandbox the
 * first start makes the organization, with the host of PUBLIC_URL as its domain. The key is the console's
 * own: revoking another key never shuts the console out.
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
  // Another process on the same database has made one before: they share it.
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
