import type { Address, Hex } from 'viem'
import { commonPublicKey, recoverPublicKeys } from '#protocol/passkey/recover-public-key.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { signWithPasskey } from './sign-with-passkey.ts'
import type { ChainConnection } from './settings.ts'

/** A passkey's wallet. `isDeployed` is false for one that has only received so far; it can pay all the same. */
export type FoundWallet = {
  address: Address
  qx: bigint
  qy: bigint
  rpIdHash: Hex
  isDeployed: boolean
  credentialId: string
}

/** A wallet and its chain, as the steps after the first get them. */
export type Found = { connection: ChainConnection; wallet: FoundWallet }

const CHALLENGE_LENGTH = 32

/**
 * The wallet of the passkey that the person chooses: two signatures determine its public key; the key, the domain and
 * the factory determine the address. Uses no server. @throws ReadableError
 */
export async function findWallet(connection: ChainConnection): Promise<FoundWallet> {
  const first = await signWithPasskey(connection.rpId, randomChallenge())
  const second = await signWithPasskey(connection.rpId, randomChallenge(), first.credentialId)
  const key = commonPublicKey(recoverPublicKeys(asSigned(first)), recoverPublicKeys(asSigned(second)))
  if (key === null)
    throw new ReadableError(
      t('The two answers are of different passkeys. Choose the same passkey both times.'),
    )
  const domain = rpIdHash(connection.rpId)
  const coordinates = { qx: BigInt(`0x${key.qx}`), qy: BigInt(`0x${key.qy}`) }
  const own = walletAddress({ factory: connection.factory, ...coordinates, rpIdHash: domain })
  const address = connection.wallet ?? own
  const isDeployed = (await connection.node.hex('eth_getCode', [address, 'latest'])) !== '0x'
  const found = { address, ...coordinates, rpIdHash: domain, isDeployed, credentialId: first.credentialId }
  if (isDeployed) await requireKey(connection, found)
  else if (address !== own) throw new ReadableError(t('There is no wallet at that address on this chain.'))
  return found
}

function asSigned({ clientDataJSON, ...answer }: Awaited<ReturnType<typeof signWithPasskey>>) {
  return { ...answer, clientDataJson: clientDataJSON }
}

function randomChallenge(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(CHALLENGE_LENGTH))
}

/** A wallet whose passkey was replaced keeps its address, and obeys the new one alone. */
async function requireKey({ node }: ChainConnection, wallet: FoundWallet): Promise<void> {
  const read = async (name: 'qx' | 'qy') => {
    const data = encodeCall(`${name}()`, [])
    return node.number('eth_call', [{ to: wallet.address, data }, 'latest'])
  }
  const [qx, qy] = await Promise.all([read('qx'), read('qy')])
  if (qx === wallet.qx && qy === wallet.qy) return
  throw new ReadableError(
    t(
      'Wallet {wallet} belongs to another passkey. If this passkey replaced an older one in a recovery, enter the address of the older wallet.',
      { wallet: wallet.address },
    ),
  )
}
