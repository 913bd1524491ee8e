import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import { discoverProvider, explainStatus, IdentityProviderError } from '#bff/index.ts'
import type { DoctorLevel } from '#protocol/doctor.ts'
import { SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import { isWithinDomain } from '#protocol/passkey/origin.ts'
import type { MigrationState } from '#server-kit/db/migration-state.ts'
import { secretKeyId } from '#server-kit/secrets/secret-box.ts'
import {
  createSmtpMailer,
  currentKeyId,
  describeWays,
  databaseFacts,
  inspectChain,
  openChain,
  type ChainConnection,
  type ChainInspection,
  type OpenDatabase,
} from '#service/index.ts'
import { readDatabaseState } from './database-state.ts'
import { openRelayerSigners } from './relayer-signers.ts'
import { deploymentSecrets, secretsAtRest } from './secret-key.ts'
import type { ChainSettings, Settings, UpstreamSettings } from './settings.ts'

const CLOCK_MS_MAX = 2_000
const HEAD_SECONDS_MAX = 120
const POSTGRES_VERSION_MIN = 150_000
/** Minimum balance of a relayer in wei: approximately twenty executes at 20 gwei. */
const BALANCE_WEI_MIN = 20n * 250_000n * 20_000_000_000n

/** Checks that PUBLIC_URL meets the browser's requirements. */
export function checkPublicUrl({ publicUrl, chain }: Settings): Finding {
  const { protocol, hostname } = new URL(publicUrl)
  const isLocal = isWithinDomain(hostname, 'localhost')
  if (protocol === 'https:') return ok('public url', publicUrl)
  if (isLocal && chain === undefined) return ok('public url', `${publicUrl} (sandbox)`)
  if (isLocal) return warn('public url', publicUrl, 'set PUBLIC_URL to the https address that people use')
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
  if (!entries.some(({ exists }) => exists))
    return ok('data folder', `${dataDir} will be made at the first start`)
  if (open.length === 0) return ok('data folder', `${dataDir} is readable by its owner alone`)
  return warn('data folder', `others may read ${open.join(', ')}`, `chmod -R go-rwx ${dataDir}`)
}

/**
 * Checks that the database is reachable, recent enough, migrated, has the same clock and was set up with this
 * secret.
 */
export async function checkDatabase(settings: Settings, database: OpenDatabase): Promise<Finding[]> {
  const askedAt = Date.now()
  const facts = await databaseFacts(database.db)
  const middle = (askedAt + Date.now()) / 2
  const offMs = Math.round(Math.abs(facts.now.getTime() - middle))
  const state = await readDatabaseState({ role: settings.role, database })
  return [
    checkEngine(settings, database, facts),
    checkMigrations(state),
    offMs <= CLOCK_MS_MAX
      ? ok('clock', `${offMs} ms from the database’s`)
      : fail('clock', `${offMs} ms from the database’s`, 'let NTP set the clocks of both machines'),
    await checkSecret(settings, database),
  ]
}

function checkMigrations({ pending, newer, additions, foreign, replaced }: MigrationState): Finding {
  if (replaced.length > 0) {
    return fail(
      'migrations',
      `older than the first release: it has ${replaced.join(', ')}`,
      'keep the build that made it, or begin with an empty database and “latchkey wallets adopt”',
    )
  }
  if (foreign.length > 0) {
    return fail(
      'migrations',
      `another build of Latchkey made this database: ${foreign.map(({ name }) => name).join(', ')}`,
      'start the build that made it, or begin with an empty database',
    )
  }
  if (newer.length > 0) {
    return fail(
      'migrations',
      `a newer version wrote this database: it has ${newer.join(', ')}`,
      'start that version or a later one',
    )
  }
  if (pending.length > 0) {
    return warn(
      'migrations',
      `not run yet: ${pending.join(', ')}`,
      'run “latchkey migrate”; serve does it when it starts',
    )
  }
  if (additions.length > 0) {
    return ok('migrations', `up to date; ignores additions of a newer version: ${additions.join(', ')}`)
  }
  return ok('migrations', 'up to date')
}

/** Notice for a real chain on the embedded database. */
export const EMBEDDED_ON_A_CHAIN =
  'serves one process, which every upgrade stops, and grows with each transaction: set DATABASE_URL to a Postgres, or back up DATA_DIR'

function checkEngine(
  { chain }: Settings,
  { engine }: OpenDatabase,
  { versionNumber, version }: { versionNumber: number; version: string },
): Finding {
  if (versionNumber < POSTGRES_VERSION_MIN) return fail('database', version, 'use Postgres 15 or later')
  if (engine !== 'pglite') return ok('database', version)
  const words = `embedded, ${version}`
  return chain === undefined ? ok('database', words) : warn('database', words, `it ${EMBEDDED_ON_A_CHAIN}`)
}

async function checkSecret(settings: Settings, { db }: OpenDatabase): Promise<Finding> {
  const source = settings.secretKey === undefined ? `${settings.dataDir}/secret.key` : 'SECRET_KEY'
  const known = await currentKeyId(db)
  if (known === undefined) return ok('secret', `${source} will be that of this database`)
  const keys = secretsAtRest(await deploymentSecrets(settings)).map(secretKeyId)
  if (!keys.includes(known)) {
    return fail(
      'secret',
      `${source} is not that of this database`,
      'set the SECRET_KEY that the other processes have',
    )
  }
  if (keys.length > 1) return warn('secret', 'a rotation is under way', 'run “latchkey rotate-secret”')
  if (settings.databaseUrl !== undefined && settings.secretKey === undefined) {
    return warn('secret', source, 'set SECRET_KEY, so that every process has the same')
  }
  return ok('secret', source)
}

const LOGS_FOUND: Record<ChainInspection['logs'], Finding> = {
  understood: ok('history', 'the node answers for logs'),
  'not-understood': fail(
    'history',
    'the node answers eth_getLogs in a shape that is not understood',
    'use another node: without logs there is no history of tokens',
  ),
  refused: warn(
    'history',
    'the node refuses eth_getLogs',
    'allow it, or use another node: the history is read from logs',
  ),
}

function checkFees({ limit, price, tip }: ChainInspection['fees']): Finding {
  if (price !== undefined) return ok('fees', `at most ${price} wei per gas now, tip ${tip}, limit ${limit}`)
  const todo = 'set FEE_PER_GAS_MAX to more, or wait until the chain charges less'
  return fail('fees', `the chain charges more than the limit of ${limit} wei per gas`, todo)
}

async function checkChain(
  relayers: readonly Address[],
  database: OpenDatabase | undefined,
  chain: ChainConnection,
  fees: Fees,
): Promise<Finding[]> {
  const found = await inspectChain(database?.db, chain, relayers, fees)
  const ageSeconds = Math.round((Date.now() - found.blockTime.getTime()) / 1_000)
  const age = `${ageSeconds} s old`
  return [
    ok('chain', `id ${chain.id}, block ${found.blockNumber}`),
    Math.abs(ageSeconds) <= HEAD_SECONDS_MAX
      ? ok('chain head', age)
      : warn('chain head', `${age} by this machine’s clock`, 'is the node in step, and is this clock right?'),
    found.hasOpcodes
      ? ok('opcodes', 'those of Cancun are there')
      : warn(
          'opcodes',
          'the node does not let init code be called, so they could not be tried',
          'make sure that the chain has the Cancun upgrade (PUSH0, MCOPY, TLOAD, TSTORE)',
        ),
    found.hasP256Precompile
      ? ok('precompile', 'passkeys are verified by the chain (EIP-7951)')
      : warn(
          'precompile',
          'the chain has no P-256 precompile',
          'nothing: wallets verify by themselves, for more gas',
        ),
    ...(found.node === undefined ? [] : [ok('node', describeWays(found.node).join('; '))]),
    checkFees(found.fees),
    contract('factory', found.factory, found.factoryDeployed),
    contract('bundles', found.bundleContract, found.bundleContractDeployed),
    LOGS_FOUND[found.logs],
    ...found.balances.map(({ relayer, wei }) =>
      wei >= BALANCE_WEI_MIN
        ? ok('relayer', `${relayer} has ${wei} wei`)
        : fail('relayer', `${relayer} has ${wei} wei`, `send it at least ${BALANCE_WEI_MIN} wei`),
    ),
  ]
}

function contract(name: string, address: Address, isDeployed: boolean): Finding {
  if (isDeployed) return ok(name, address)
  const step = 'run “latchkey deploy-contracts”; serve does it when it starts'
  return warn(name, `${address} is not deployed yet`, step)
}

/** Fee settings in wei per gas. Undefined means the service's defaults. */
type Fees = { feePerGasMax?: bigint | undefined; tipPerGasMin?: bigint }

/** Opens and inspects the chain. A failure becomes a finding. */
export async function checkConfiguredChain(
  settings: ChainSettings & { fees: Fees },
  database: OpenDatabase | undefined,
  log: Logger,
): Promise<Finding[]> {
  const { signers, close } = await openRelayerSigners(settings.relayer)
  await close()
  const relayers = signers.map(({ address }) => address)
  const chain = await openChain({ ...settings, log })
  try {
    return await checkChain(relayers, database, chain, settings.fees)
  } finally {
    await chain.close()
  }
}

/** Connects and authenticates. Sends nothing. */
export async function checkSmtp({ chain, smtpUrl, mailFrom }: Settings): Promise<Finding> {
  if (smtpUrl === undefined && chain === undefined) return ok('mail', 'kept in the sandbox’s inbox')
  if (smtpUrl === undefined)
    return warn('mail', 'SMTP_URL is not set: mail stays in this deployment', 'set SMTP_URL')
  const mailer = createSmtpMailer({ smtpUrl, from: mailFrom })
  try {
    await mailer.verify()
    return ok('mail', `${new URL(smtpUrl).host} takes mail`)
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
  if (fault === undefined) return ok('service', `${new URL(baseUrl).host} answers to the key`)
  return fail('service', fault, 'check UPSTREAM_URL, UPSTREAM_API_KEY and the service they name')
}

/** The result of one check. `todo` says how to fix a problem. */
export type Finding = { check: string; level: DoctorLevel; detail: string; todo?: string }

export function ok(check: string, detail: string): Finding {
  return { check, level: 'ok', detail }
}

export function warn(check: string, detail: string, todo: string): Finding {
  return { check, level: 'warning', detail, todo }
}

export function fail(check: string, detail: string, todo: string): Finding {
  return { check, level: 'problem', detail, todo }
}

const MARKS: Record<DoctorLevel, string> = { ok: '✓', warning: '!', problem: '✗' }

/** Formats one line per check, with the fix below it. */
export function reportText(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ check, level, detail, todo }) => [
      `${MARKS[level]} ${check.padEnd(14)} ${detail}`,
      ...(todo === undefined ? [] : [`${' '.repeat(17)}→ ${todo}`]),
    ])
    .join('\n')
}
