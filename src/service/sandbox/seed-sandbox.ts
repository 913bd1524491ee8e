import { SCOPES } from '#protocol/endpoint.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import type { HasChain, HasClock, HasDatabase, HasPublicUrl, HasRelay } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import { ensureApiKey } from '#service/keys/issue-api-key.ts'
import { findEmbedOrigins, registerDomain } from '#service/organizations/domains.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { sendAndWait } from '#service/relayer/relay.ts'
import { allowByDefault } from '#service/tokens/allowed-tokens.ts'
import { deployDemoTokens, type DemoTokens } from './demo-tokens.ts'

export type SeededSandbox = { organizationId: string; apiKey: string; tokens: DemoTokens }

const ORGANIZATION = 'Demo'
const DOMAINS = ['localhost', 'shop.localhost'] as const
const KEY_LABEL = 'Sandbox'

const TOKEN_WORDS = [
  { standard: 'erc20', name: 'Demo Coin', symbol: 'DEMO', decimals: 6, logo: 'demo-coin.svg' },
  { standard: 'erc721', name: 'Demo Collectible', symbol: 'DCOL', decimals: 0, logo: 'demo-collectible.svg' },
  {
    standard: 'erc1155',
    name: 'Demo Multi Token',
    symbol: 'DMUL',
    decimals: 0,
    logo: 'demo-multi-token.svg',
  },
] as const

/**
 * Fills a sandbox as profile 1 describes it: the organization Demo with its two domains, the three demo tokens
 * deployed and on the allowed list, and a key with every scope. Repeating it changes nothing.
 *
 * @param known.apiKey The key of an earlier start, used while it is valid.
 * @param known.embedOrigins Origins whose pages may embed the widget in a frame, such as the demo shop's.
 */
export async function seedSandbox(
  ctx: HasChain & HasClock & HasDatabase & HasRelay & HasPublicUrl,
  known: { apiKey?: string | undefined; embedOrigins?: string[] } = {},
): Promise<SeededSandbox> {
  const tokens = await deployDemoTokens(ctx.chain, sendAndWait(ctx.relay, 'sandbox'))
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async (trx) => {
    const organizationId = await demoOrganization(trx, now)
    for (const domain of DOMAINS) await registerUnlessTaken(trx, { organizationId, domain, now })
    // Keeps the origins that an administrator set.
    const origins = [...(known.embedOrigins ?? []), ...(await findEmbedOrigins(trx, organizationId))]
    await trx
      .updateTable('organizations')
      .set({ embed_origins: [...new Set(origins)] })
      .where('id', '=', organizationId)
      .execute()
    for (const [index, token] of TOKEN_WORDS.entries()) {
      const { logo, ...words } = token
      const logoUrl = `${ctx.settings.publicUrl}/tokens/${logo}`
      // Gives each token a different time, because the list is sorted by these times.
      const listedAt = new Date(now.getTime() + index)
      await allowByDefault(trx, { ...words, address: tokens[words.standard], logoUrl, now: listedAt })
    }
    const key = { organizationId, label: KEY_LABEL, scopes: SCOPES, known: known.apiKey, now }
    const apiKey = await ensureApiKey(trx, key)
    return { organizationId, apiKey, tokens }
  })
}

/**
 * Returns the organization that has the sandbox's first domain, whatever its name is now. If there is none, returns
 * the oldest organization named Demo, which is created if necessary.
 */
async function demoOrganization(trx: Transaction, now: Date): Promise<string> {
  const byDomain = await trx
    .selectFrom('organization_domains')
    .select('organization_id as id')
    .where('rp_id_hash', '=', rpIdHash(DOMAINS[0]))
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  const byName = await trx
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', ORGANIZATION)
    .orderBy('created_at')
    .executeTakeFirst()
  const found = byDomain ?? byName
  return found?.id ?? (await createOrganization(trx, { name: ORGANIZATION, now })).id
}

/** Adds a domain of this machine to an organization of the sandbox. It is verified, like all domains of a sandbox. */
export async function registerSandboxDomain(
  ctx: HasClock & HasDatabase,
  registration: { organizationId: string; domain: string },
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transaction().execute((trx) => registerUnlessTaken(trx, { ...registration, now }))
}

/** Registers a domain, unless another organization of the sandbox has it, for example after Demo removed it. */
async function registerUnlessTaken(trx: Transaction, registration: Parameters<typeof registerDomain>[1]) {
  try {
    await registerDomain(trx, registration)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error
  }
}
