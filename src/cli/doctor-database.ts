import { formatBytes } from '#protocol/console/embedded-growth.ts'
import type { MigrationState } from '#server-kit/db/migration-state.ts'
import { secretKeyId } from '#server-kit/secrets/secret-box.ts'
import { currentKeyId, databaseFacts, type OpenDatabase } from '#service/index.ts'
import { readDatabaseState } from './database-state.ts'
import { type Finding, ok, warn, fail } from './doctor-finding.ts'
import { describeEmbeddedGrowth, readEmbeddedGrowth } from './embedded-growth.ts'
import { readDeploymentSecrets, secretsAtRest } from './secret-key.ts'
import type { Settings } from './settings.ts'

const CLOCK_MS_MAX = 2_000

const POSTGRES_VERSION_MIN = 150_000

/**
 * Checks that the database is reachable, recent enough, migrated, has the same clock and was set up with this
 * secret.
 */
export async function checkDatabase(settings: Settings, database: OpenDatabase): Promise<Finding[]> {
  const askedAt = Date.now()
  const facts = await databaseFacts(database.db)
  const middle = (askedAt + Date.now()) / 2
  const state = await readDatabaseState({ role: settings.role, database })
  return [
    await checkEngine(settings, database, facts),
    checkMigrations(state),
    checkClock(Math.round(middle - facts.now.getTime())),
    await checkSecret(settings, database),
  ]
}

/**
 * Checks the clock of this machine against the database. If it is ahead, the process rejects requests that are signed
 * for only a few minutes as expired.
 */
function checkClock(aheadMs: number): Finding {
  const offMs = Math.abs(aheadMs)
  if (offMs <= CLOCK_MS_MAX) return ok('clock', `differs from the database’s by ${offMs} ms`)
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  const detail = `this machine’s clock is ${Math.round(offMs / 1_000)} s ${side} the database’s`
  return fail('clock', detail, 'let NTP set the clocks of both machines')
}

function checkMigrations({ pending, newer, additions, foreign, replaced }: MigrationState): Finding {
  if (replaced.length > 0) {
    return fail(
      'migrations',
      `the database is older than the first release: it has ${replaced.join(', ')}`,
      'keep the build that created it, or start with an empty database and “latchkey wallets adopt”',
    )
  }
  if (foreign.length > 0) {
    return fail(
      'migrations',
      `another build of Latchkey created this database: ${foreign.map(({ name }) => name).join(', ')}`,
      'start the build that created it, or start with an empty database',
    )
  }
  if (newer.length > 0) {
    return fail(
      'migrations',
      `a newer version migrated this database: it has ${newer.join(', ')}`,
      'start that version or a later one',
    )
  }
  if (pending.length > 0) {
    return warn(
      'migrations',
      `not applied yet: ${pending.join(', ')}`,
      'run “latchkey migrate”; serve also does this when it starts',
    )
  }
  if (additions.length > 0) {
    return ok('migrations', `up to date; additions of a newer version are ignored: ${additions.join(', ')}`)
  }
  return ok('migrations', 'up to date')
}

/** Notice for a real chain on the embedded database. */
export const EMBEDDED_ON_A_CHAIN =
  'supports only one process, which every upgrade stops, and grows with each transaction: set DATABASE_URL to a Postgres, or back up DATA_DIR'

async function checkEngine(
  { chain, dataDir }: Settings,
  database: OpenDatabase,
  { versionNumber, version }: { versionNumber: number; version: string },
): Promise<Finding> {
  if (versionNumber < POSTGRES_VERSION_MIN) return fail('database', version, 'use Postgres 15 or later')
  const growth = await readEmbeddedGrowth({ database, dataDir, chainMemory: undefined })
  if (growth === undefined) return ok('database', version)
  const words = `embedded, ${formatBytes(growth.databaseBytes)}, ${version}`
  const sentence = describeEmbeddedGrowth(growth)
  if (sentence !== undefined) return warn('database', words, sentence)
  return chain === undefined ? ok('database', words) : warn('database', words, `it ${EMBEDDED_ON_A_CHAIN}`)
}

async function checkSecret(settings: Settings, { db }: OpenDatabase): Promise<Finding> {
  const source = settings.secretKey === undefined ? `${settings.dataDir}/secret.key` : 'SECRET_KEY'
  const known = await currentKeyId(db)
  if (known === undefined) return ok('secret', `this database will use ${source}`)
  const secrets = await readDeploymentSecrets(settings)
  if (secrets === undefined) {
    return fail(
      'secret',
      `there is no ${source}, but this database was set up with a key`,
      'restore the file from a backup, or set SECRET_KEY to the key of this database',
    )
  }
  const keys = secretsAtRest(secrets).map(secretKeyId)
  if (!keys.includes(known)) {
    return fail(
      'secret',
      `${source} is not the key of this database`,
      'set SECRET_KEY to the key of the other processes',
    )
  }
  if (keys.length > 1) return warn('secret', 'a rotation is not finished', 'run “latchkey rotate-secret”')
  if (settings.databaseUrl !== undefined && settings.secretKey === undefined) {
    return warn('secret', source, 'set SECRET_KEY, so that every process uses the same key')
  }
  return ok('secret', source)
}
