import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { checkPolicySigner } from '#cli/check-policy-signer.ts'
import { checkSession } from '#cli/check-session.ts'
import { readArgs, type Command } from '#cli/command.ts'
import { checkConfiguredChain } from '#cli/doctor-chain.ts'
import {
  checkDataDir,
  checkIdentityProvider,
  checkPublicUrl,
  checkSmtp,
  checkUpstream,
} from '#cli/doctor-checks.ts'
import { checkDatabase } from '#cli/doctor-database.ts'
import { fail, type Finding, ok, reportText } from '#cli/doctor-finding.ts'
import { checkRelatedOrigins } from '#cli/doctor-related-origins.ts'
import { checkSandboxData } from '#cli/doctor-sandbox.ts'
import { SettingsError } from '#cli/environment.ts'
import { createFetchTarget } from '#cli/fetch-target.ts'
import { parseSettings, type Settings } from '#cli/settings.ts'
import { openOrExplain } from '#cli/with-operations.ts'
import { errorSentence } from '#server-kit/http/error-reply.ts'
import { hasTables, migrationState, type OpenDatabase } from '#service/index.ts'

export const doctor: Command = {
  summary: 'check settings, database, chain and mail, and show how to fix problems',
  help: `
Usage: latchkey doctor [--json]

Only reads. Exits with 1 if a problem would keep the product from working.
`,
  async run(args, terminal) {
    const { values } = readArgs(args, { json: { type: 'boolean' } })
    const findings = await examine(terminal.environment)
    terminal.print(values.json === true ? JSON.stringify(findings, null, 2) : reportText(findings))
    if (findings.some(({ level }) => level === 'problem')) terminal.fail()
  },
}

async function examine(environment: Record<string, string | undefined>): Promise<Finding[]> {
  let settings: Settings
  try {
    settings = parseSettings(environment)
  } catch (cause) {
    if (!(cause instanceof SettingsError)) throw cause
    return [
      fail(
        'settings',
        cause.message,
        'correct these variables; the page Settings of the documentation lists them',
      ),
    ]
  }
  return [
    ok('settings', `role ${settings.role}`),
    checkPublicUrl(settings),
    ...(await attempt('data folder', () => checkDataDir(settings))),
    ...(await examineDatabase(settings)),
    ...(await attempt('mail', () => checkSmtp(settings))),
    ...(await attempt('sign-in', () => checkIdentityProvider(settings))),
  ]
}

async function examineDatabase(settings: Settings): Promise<Finding[]> {
  const { dataDir } = settings
  const log = pino({ level: 'silent' })
  if (settings.databaseUrl === undefined && !existsSync(join(dataDir, 'database'))) {
    const finding = ok('database', `the first start creates the embedded database in ${dataDir}`)
    return [finding, ...(await examineChain(settings, undefined, log))]
  }
  return attempt('database', async () => {
    const database = await openOrExplain(settings, log, false)
    try {
      const findings = await checkDatabase(settings, database)
      const hasListenUrl = settings.databaseListenUrl !== undefined
      const session = await checkSession(database, { hasListenUrl })
      // Before the first migration, the database does not name the chain's contracts.
      const known = (await hasTables(database.db)) ? database : undefined
      return [
        ...findings,
        ...session,
        ...(await examineChain(settings, known, log)),
        ...(await examineRelatedOrigins(settings, known)),
      ]
    } finally {
      await database.close()
    }
  })
}

async function examineChain(settings: Settings, database: OpenDatabase | undefined, log: Logger) {
  const { chain, upstream, feePerGasMax, tipPerGasMin } = settings
  if (upstream !== undefined) return attempt('service', () => checkUpstream(upstream))
  if (chain === undefined) return [ok('chain', 'the sandbox’s own chain')]
  const fees = { feePerGasMax, ...(tipPerGasMin !== undefined && { tipPerGasMin }) }
  return [
    ...(await attempt('chain', () => checkConfiguredChain({ ...chain, fees }, database, log))),
    ...(await attempt('policy signer', () => checkPolicySigner(chain, database))),
    ...(await attempt('sandbox data', () => checkSandboxData(settings, database?.db))),
  ]
}

async function examineRelatedOrigins(
  { chain, upstream }: Settings,
  database: OpenDatabase | undefined,
): Promise<Finding[]> {
  // A hosted service has the domains. The console's doctor examines them.
  if (database === undefined || upstream !== undefined) return []
  const fetchTarget = createFetchTarget(chain === undefined)
  return attempt('related origins', async () => {
    // Before this version's migrations, the database has no related origins.
    const { pending } = await migrationState(database.db)
    return pending.length > 0 ? [] : checkRelatedOrigins(database, fetchTarget)
  })
}

/** Runs a check. Reports the reason if it cannot run. */
async function attempt(check: string, work: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await work()].flat()
  } catch (cause) {
    const sentence = errorSentence(cause) ?? (cause instanceof Error ? cause.message : String(cause))
    return [fail(check, sentence, describeTodo(check))]
  }
}

function describeTodo(check: string): string {
  const variables: Record<string, string> = {
    database: 'DATABASE_URL and the server it names',
    chain: 'RPC_URL and CHAIN_ID and the node they name',
    'policy signer': 'POLICY_SIGNER_URL and the signer it names',
    mail: 'SMTP_URL and the server it names',
    service: 'UPSTREAM_URL and the service it names',
  }
  return `check ${variables[check] ?? check}`
}
