import type { Address } from 'viem'
import { openRemotePolicySigner, type RemotePolicySigner } from '#service/index.ts'
import type { ChainSettings } from './settings.ts'

/**
 * Opens the remote signer with the keys of the organizations' policy signers. Undefined if the service seals
 * the keys itself.
 *
 * @param relayers Addresses of the relayer's keys. None of them may co-sign.
 * @throws Error with a sentence for the operator if the remote signer cannot be used
 */
export async function openPolicySigner(
  { policySignerUrl, chainId }: Pick<ChainSettings, 'policySignerUrl' | 'chainId'>,
  relayers: readonly Address[],
): Promise<RemotePolicySigner | undefined> {
  if (policySignerUrl === undefined) return undefined
  const signer = await openRemotePolicySigner(policySignerUrl, chainId)
  try {
    await requireOwnAccounts(signer, relayers)
    return signer
  } catch (error) {
    await signer.close()
    throw error
  }
}

/** A relayer key pays for gas without any policy check, so it must not co-sign. */
async function requireOwnAccounts(signer: RemotePolicySigner, relayers: readonly Address[]): Promise<void> {
  const known = new Set(relayers.map((address) => address.toLowerCase()))
  const shared = (await signer.accounts()).find((address) => known.has(address.toLowerCase()))
  if (shared === undefined) return
  throw new Error(
    `POLICY_SIGNER_URL names ${shared}, which is a relayer key. Use separate keys for the policy signers.`,
  )
}
