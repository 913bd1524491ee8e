import { join } from 'node:path'
import { readSecretFile } from '#server-kit/secrets/secret-file.ts'
import { EMBEDDED_CHAIN_ID, findSandboxData, type Database, type SandboxData } from '#service/index.ts'
import { CommandError } from './command.ts'
import { type Finding, fail } from './doctor-finding.ts'
import type { Settings } from './settings.ts'

type OnChain = Pick<Settings, 'chain' | 'dataDir'>

/**
 * Refuses to serve a real chain from the database or with the relayer key of a sandbox. A sandbox's API key is printed
 * in files and pages. Its domains point to whatever machine opens them, its tokens are addresses of another chain, and
 * its relayer key has no backup.
 *
 * @param db A database with the tables of the first migration, or undefined before it
 * @throws CommandError with what to do
 */
export async function requireNoSandboxData(settings: OnChain, db: Database | undefined): Promise<void> {
  const [first] = await findSandboxFaults(settings, db)
  if (first !== undefined) throw new CommandError(`${first.detail}. To fix it, ${first.todo}.`)
}

/** The same check as findings of the doctor. Empty in a sandbox. */
export async function checkSandboxData(settings: OnChain, db: Database | undefined): Promise<Finding[]> {
  const faults = await findSandboxFaults(settings, db)
  return faults.map(({ detail, todo }) => fail('sandbox data', detail, todo))
}

type Fault = { detail: string; todo: string }

async function findSandboxFaults({ chain, dataDir }: OnChain, db: Database | undefined): Promise<Fault[]> {
  // A node with the chain of a sandbox is that sandbox's own.
  if (chain === undefined || chain.chainId === EMBEDDED_CHAIN_ID) return []
  const faults: Fault[] = []
  const data = db && (await findSandboxData(db))
  if (data !== undefined && isUsable(data)) {
    faults.push({
      detail: describeSandboxData(chain.chainId, data),
      todo: 'start with another database: set DATA_DIR to a new folder, or DATABASE_URL to an empty database',
    })
  }
  const path = join(dataDir, 'relayer.key')
  const sandboxKey = (await readSecretFile(path))?.toLowerCase()
  const ownKeys: readonly string[] = 'privateKeys' in chain.relayer ? chain.relayer.privateKeys : []
  if (sandboxKey !== undefined && ownKeys.includes(sandboxKey)) {
    faults.push({
      detail: `RELAYER_PRIVATE_KEY contains the sandbox’s key of ${path}`,
      todo: 'create another key for the real chain, or move that file away if the chain has always used this key',
    })
  }
  return faults
}

/** Whether anything that the sandbox made would still work. An organization may have removed all of it. */
function isUsable({ domains, tokens, validKeys }: SandboxData): boolean {
  return domains.length > 0 || tokens.length > 0 || validKeys > 0
}

/** Describes the consequences of a sandbox's data on a real chain. */
function describeSandboxData(chainId: number, { domains, tokens, validKeys }: SandboxData): string {
  const consequences = [
    `${validKeys} of its API keys work on chain ${chainId}`,
    ...(domains.length === 0 ? [] : [`${domains.join(' and ')} are verified without a proof`]),
    ...(tokens.length === 0 ? [] : [`${tokens.join(', ')} are allowed at addresses of the sandbox’s chain`]),
  ]
  return `this database was a sandbox’s: ${consequences.join('; ')}`
}
