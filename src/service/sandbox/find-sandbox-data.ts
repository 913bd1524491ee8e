import { sql } from 'kysely'
import { EMBEDDED_CHAIN_ID } from '#service/chain/anvil-process.ts'
import { storedFactory } from '#service/chain/factory-contract.ts'
import type { Database } from '#service/db/database.ts'

/** Data of a sandbox that would stay in effect if the database is used with a real chain. */
export type SandboxData = {
  /** Verified `localhost` domains. They exist on every machine, and only a sandbox accepts them without a proof. */
  domains: string[]
  /** Symbols of the default token list, which only a sandbox fills. */
  tokens: string[]
  /** Number of API keys that are valid. A sandbox prints its key in files and pages. */
  validKeys: number
}

/**
 * Finds the data that a sandbox left in a database. Undefined if the database never served a sandbox's chain.
 * Needs the tables of the first migration.
 */
export async function findSandboxData(db: Database): Promise<SandboxData | undefined> {
  if ((await storedFactory(db, EMBEDDED_CHAIN_ID)) === undefined) return undefined
  const domains = await db
    .selectFrom('organization_domains')
    .select('domain')
    .distinct()
    .where('verified_at', 'is not', null)
    .where(sql<boolean>`(domain = 'localhost' or domain like '%.localhost')`)
    .orderBy('domain')
    .execute()
  const tokens = await db.selectFrom('allowed_tokens').select('symbol').orderBy('created_at').execute()
  const keys = await db
    .selectFrom('api_keys')
    .select(sql<number>`count(*)::integer`.as('valid'))
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`)
    .executeTakeFirst()
  return {
    domains: domains.map(({ domain }) => domain),
    tokens: tokens.map(({ symbol }) => symbol),
    validKeys: keys?.valid ?? 0,
  }
}
