import { privateKeyToAccount } from 'viem/accounts'
import { openRemoteSigners, type OpenSigners } from '#service/index.ts'
import type { RelayerSettings } from './settings.ts'

/**
 * Opens the keys that pay for gas, from the settings or from a remote signer.
 *
 * @throws Error with a sentence for the operator if the remote signer cannot be used
 */
export async function openRelayerSigners(relayer: RelayerSettings): Promise<OpenSigners> {
  if ('signerUrl' in relayer) return openRemoteSigners(relayer.signerUrl)
  const [first, ...others] = relayer.privateKeys
  const signers = [privateKeyToAccount(first), ...others.map((key) => privateKeyToAccount(key))] as const
  return { signers, close: async () => {} }
}
