import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { discoverProvider, explainStatus, IdentityProviderError } from '#bff/index.ts'
import { SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import { isWithinDomain } from '#protocol/passkey/origin.ts'
import { createSmtpMailer } from '#service/index.ts'
import { type Finding, ok, warn, fail } from './doctor-finding.ts'
import type { Settings, UpstreamSettings } from './settings.ts'

/** Checks that PUBLIC_URL meets the browser's requirements. */
export function checkPublicUrl({ publicUrl, chain }: Settings): Finding {
  const { protocol, hostname } = new URL(publicUrl)
  const isLocal = isWithinDomain(hostname, 'localhost')
  if (protocol === 'https:') return ok('public url', publicUrl)
  if (isLocal && chain === undefined) return ok('public url', `${publicUrl} (sandbox)`)
  if (isLocal) return warn('public url', publicUrl, 'set PUBLIC_URL to the https address that people open')
  return fail(
    'public url',
    publicUrl,
    'passkeys need https: put a TLS proxy in front and set PUBLIC_URL to its https address',
  )
}

/** Checks whether other users of this machine could read the keys in DATA_DIR. */
export async function checkDataDir({ dataDir }: Settings): Promise<Finding> {
  const entries = await Promise.all(
    ['', 'secret.key', 'secret.key.old', 'relayer.key', 'console.key', 'setup-link'].map(async (name) => {
      const path = join(dataDir, name)
      const status = await lstat(path).catch(() => undefined)
      return { path, open: status !== undefined && (status.mode & 0o077) !== 0, exists: status !== undefined }
    }),
  )
  const open = entries.filter((entry) => entry.open && entry.exists).map(({ path }) => path)
  if (!entries.some(({ exists }) => exists)) return ok('data folder', `the first start creates ${dataDir}`)
  if (open.length === 0) return ok('data folder', `only its owner can read ${dataDir}`)
  return warn('data folder', `other users can read ${open.join(', ')}`, `chmod -R go-rwx ${dataDir}`)
}

/** Connects and authenticates. Sends nothing. */
export async function checkSmtp({ chain, smtpUrl, mailFrom }: Settings): Promise<Finding> {
  if (smtpUrl === undefined && chain === undefined) return ok('mail', 'the sandbox’s inbox stores it')
  if (smtpUrl === undefined)
    return warn('mail', 'SMTP_URL is not set: mail stays in this deployment', 'set SMTP_URL')
  const mailer = createSmtpMailer({ smtpUrl, from: mailFrom })
  try {
    await mailer.verify()
    return ok('mail', `${new URL(smtpUrl).host} accepts mail`)
  } finally {
    mailer.close()
  }
}

/**
 * Checks that the identity provider publishes the configuration that this server needs. The secret is not
 * tested; it is first used at a sign-in.
 */
export async function checkIdentityProvider({ identityProvider }: Settings): Promise<Finding[]> {
  if (identityProvider === undefined) return []
  const { host } = new URL(identityProvider.issuer)
  try {
    await discoverProvider(identityProvider)
    return [ok('sign-in', `${host} is an OpenID provider; OIDC_CLIENT_SECRET is first used at a sign-in`)]
  } catch (error) {
    if (!(error instanceof IdentityProviderError)) throw error
    const todo = 'check OIDC_ISSUER and the provider it names'
    return [fail('sign-in', `the identity provider at ${host} ${error.message}`, todo)]
  }
}

const UPSTREAM_TIMEOUT_MS = 10_000

/** Checks with one read that the hosted service accepts the key. */
export async function checkUpstream({ baseUrl, apiKey }: UpstreamSettings): Promise<Finding> {
  const { status } = await fetch(`${baseUrl}${SPEC_ENDPOINTS.listAllowedTokens.path}`, {
    headers: { accept: 'application/json', 'x-api-key': apiKey },
    redirect: 'manual',
    signal: AbortSignal.timeout(UPSTREAM_TIMEOUT_MS),
  })
  const fault = explainStatus(status)
  if (fault === undefined) return ok('service', `${new URL(baseUrl).host} accepts the key`)
  return fail('service', fault.reason, 'check UPSTREAM_URL, UPSTREAM_API_KEY and the service they name')
}
