import { findSandboxData, type OpenDatabase, type SandboxData } from '#service/index.ts'
import { type Finding, fail } from './doctor-finding.ts'

/**
 * Checks that the database of a deployment on a real chain was never used by a sandbox. A sandbox's API key is printed
 * in files and pages. Its domains point to whatever machine opens them, and its tokens are addresses of another chain.
 */
export async function checkSandboxData(
  chainId: number,
  { db }: Pick<OpenDatabase, 'db'>,
): Promise<Finding[]> {
  const data = await findSandboxData(db)
  if (data === undefined) return []
  return [fail('sandbox data', describeSandboxData(chainId, data), SANDBOX_DATA_TODO)]
}

/** The next step for a deployment on a real chain with the database of a sandbox. */
export const SANDBOX_DATA_TODO =
  'start with another database: set DATA_DIR to a new folder, or DATABASE_URL to an empty database'

/** Describes the consequences of a sandbox's data on a real chain. */
export function describeSandboxData(chainId: number, { domains, tokens, validKeys }: SandboxData): string {
  const consequences = [
    `${validKeys} of its API keys work on chain ${chainId}`,
    ...(domains.length === 0 ? [] : [`${domains.join(' and ')} are verified without a proof`]),
    ...(tokens.length === 0 ? [] : [`${tokens.join(', ')} are allowed at addresses of the sandbox’s chain`]),
  ]
  return `this database was a sandbox’s: ${consequences.join('; ')}`
}
