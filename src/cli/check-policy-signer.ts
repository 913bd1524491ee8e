import type { Address } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import { listRemotePolicySigners, type OpenDatabase } from '#service/index.ts'
import { readDatabaseState } from './database-state.ts'
import { fail, type Finding, ok } from './doctor-finding.ts'
import { openPolicySigner } from './policy-signer.ts'
import { openRelayerSigners } from './relayer-signers.ts'
import type { ChainSettings } from './settings.ts'

/**
 * Checks that the remote signer has the keys of the organizations' policy signers and signs typed data.
 * Returns no findings if no signer is set and no organization needs one.
 */
export async function checkPolicySigner(
  settings: ChainSettings,
  database: OpenDatabase | undefined,
): Promise<Finding[]> {
  const used = await readUsedAccounts(database)
  const { signers, close } = await openRelayerSigners(settings.relayer)
  await close()
  const relayers = signers.map(({ address }) => address)
  const signer = await openPolicySigner(settings, relayers)
  if (signer === undefined) {
    if (used.length === 0) return []
    const detail = `POLICY_SIGNER_URL is not set, but its signer holds the keys of ${used.join(', ')}`
    return [fail('policy signer', detail, 'set it again: calls that these accounts co-sign are waiting')]
  }
  try {
    const accounts = await signer.accounts()
    const missing = used.filter((address) => !accounts.some((account) => sameAddress(account, address)))
    if (missing.length === 0)
      return [ok('policy signer', `the remote signer has ${accounts.length} accounts, ${used.length} in use`)]
    const detail = `the signer at POLICY_SIGNER_URL has no key for ${missing.join(', ')}`
    return [fail('policy signer', detail, 'add these keys again: calls that they co-sign are waiting')]
  } finally {
    await signer.close()
  }
}

/** Accounts at the remote signer that organizations use. Empty before the database is migrated. */
async function readUsedAccounts(database: OpenDatabase | undefined): Promise<Address[]> {
  if (database === undefined) return []
  const { pending } = await readDatabaseState({ role: 'service', database })
  return pending.length > 0 ? [] : listRemotePolicySigners(database.db)
}
