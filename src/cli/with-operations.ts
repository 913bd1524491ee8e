import type { Logger } from 'pino'
import { createBff, type Bff, type BffTables } from '#bff/index.ts'
import {
  createProofReader,
  DirectoryLockedError,
  openDatabase,
  requireDeploymentSecret,
  listOrganizations,
  type Context,
  type OpenDatabase,
} from '#service/index.ts'
import { CommandError, type Terminal } from './command.ts'
import { commandLog } from './create-log.ts'
import { serviceSettings } from './open-service.ts'
import { deploymentSecrets, secretsAtRest, subkey, type DeploymentSecrets } from './secret-key.ts'
import { parseSettings, type Settings } from './settings.ts'

/**
 * Context of the operator's commands: the database and the settings, without the parts that send requests or
 * transactions.
 */
export type Operations = Pick<Context, 'db' | 'clock' | 'settings' | 'proofReader'> & {
  environment: Settings
  database: OpenDatabase
  secrets: DeploymentSecrets
  log: Logger
}

/**
 * Runs a command's work on the configured database and closes it.
 *
 * @throws CommandError if the server has the embedded database open, with what to do instead
 */
export async function withOperations<Result>(
  terminal: Terminal,
  work: (operations: Operations) => Promise<Result>,
): Promise<Result> {
  const environment = parseSettings(terminal.environment)
  const log = commandLog(environment.logLevel)
  // This comes first, because it creates the folder with access for its owner only.
  const secrets = await deploymentSecrets(environment)
  const database = await openOrExplain(environment, log)
  try {
    await requireDeploymentSecret(database.db, secretsAtRest(secrets))
    return await work({
      db: database.db,
      clock: { now: () => new Date() },
      settings: serviceSettings(environment, secrets),
      proofReader: createProofReader(),
      environment,
      database,
      secrets,
      log,
    })
  } finally {
    await database.close()
  }
}

export async function openOrExplain(settings: Settings, log: Logger, migrate = true): Promise<OpenDatabase> {
  const { databaseUrl, databaseListenUrl: listenUrl, dataDir, publicUrl } = settings
  try {
    return await openDatabase({ databaseUrl, listenUrl, dataDir, log, migrate })
  } catch (cause) {
    if (!(cause instanceof DirectoryLockedError)) throw cause
    throw new CommandError(
      `A server is using ${dataDir}, and the embedded database allows only one process. ` +
        `Stop the server and run this command again. While it runs, use the console at ${publicUrl} ` +
        `or the HTTP interface at ${publicUrl}/v1/org. With DATABASE_URL (Postgres), commands run next to servers.`,
      { cause },
    )
  }
}

/** The BFF with its tables for a command. It sends no requests to the service and serves no files. */
export async function commandBff(operations: Operations): Promise<Bff> {
  const { database, environment, log, clock, secrets } = operations
  const bff = createBff({
    upstreamFetch: () => Promise.reject(new Error('commands send no requests to the service')),
    upstreamBaseUrl: `${environment.publicUrl}/v1/baas`,
    db: database.db.withTables<BffTables>(),
    publicUrl: environment.publicUrl,
    secretKey: subkey(secrets.current, 'api keys at rest'),
    oldSecretKey: secrets.old && subkey(secrets.old, 'api keys at rest'),
    clock,
    log,
    consoleDir: '',
    widgetDir: '',
    hostedUpstream: false,
  })
  await bff.migrate(database.direct?.withTables<BffTables>())
  return bff
}

/**
 * The organization that `--organization` names by id or whole name. Without the option, the only
 * organization.
 *
 * @throws CommandError if none or several match
 */
export async function findOrganization(
  { db }: Pick<Operations, 'db'>,
  wanted: string | undefined,
): Promise<{ name: string; id: string; createdAt: Date; requestsPerMinute: number | null }> {
  const all = await listOrganizations(db)
  const fitting =
    wanted === undefined ? all : all.filter(({ id, name }) => id === wanted.toLowerCase() || name === wanted)
  const [only, ...others] = fitting
  if (only !== undefined && others.length === 0) return only
  if (all.length === 0) {
    throw new CommandError(
      'There is no organization yet: create one with “latchkey organizations create <name>”.',
    )
  }
  const list = all.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  throw new CommandError(`${explainChoice(wanted, others.length > 0)}\n${list}`)
}

function explainChoice(wanted: string | undefined, isAmbiguous: boolean): string {
  if (wanted === undefined) return 'There are several organizations: choose one with --organization.'
  if (isAmbiguous) return `Several organizations are called “${wanted}”: choose one by id.`
  return `There is no organization “${wanted}”.`
}
