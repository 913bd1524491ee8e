import type { Address, Hex } from 'viem'
import { commonPublicKey, recoverPublicKeys } from '#protocol/passkey/recover-public-key.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { readAuthority, type Authority, type CoSigner } from './read-authority.ts'
import type { ChainConnection } from './settings.ts'
import { signWithPasskey } from './sign-with-passkey.ts'

/** A passkey's wallet. `isDeployed` is false if it has only received so far. Such a wallet can still pay. */
export type FoundWallet = {
  address: Address
  qx: bigint
  qy: bigint
  rpIdHash: Hex
  isDeployed: boolean
  credentialId: string
  /** Number of the passkey in the wallet's signatures. The main passkey has number 0. */
  keyNumber: number
  /** Undefined if the passkey's signature suffices. */
  coSigner: CoSigner | undefined
}

/** A wallet and its chain, the input of all steps after the first. */
export type Found = { connection: ChainConnection; wallet: FoundWallet }

const CHALLENGE_LENGTH = 32

/**
 * Finds the wallet of the passkey that the person chooses. Two signatures determine the public key. The key,
 * the domain and the factory determine the address. Uses no server.
 *
 * @throws ReadableError
 */
export async function findWallet(connection: ChainConnection): Promise<FoundWallet> {
  const first = await signWithPasskey(connection.rpId, randomChallenge())
  const second = await signWithPasskey(connection.rpId, randomChallenge(), first.credentialId)
  const key = commonPublicKey(recoverPublicKeys(asSigned(first)), recoverPublicKeys(asSigned(second)))
  if (key === null)
    throw new ReadableError(t('The two prompts used different passkeys. Choose the same passkey both times.'))
  const domain = rpIdHash(connection.rpId)
  const coordinates = { qx: BigInt(`0x${key.qx}`), qy: BigInt(`0x${key.qy}`) }
  const own = walletAddress({ factory: connection.factory, ...coordinates, rpIdHash: domain })
  const address = connection.wallet ?? own
  const isDeployed = (await connection.node.hex('eth_getCode', [address, 'latest'])) !== '0x'
  if (!isDeployed && address !== own)
    throw new ReadableError(t('There is no wallet at that address on this chain.'))
  const passkey = { address, ...coordinates, rpIdHash: domain, isDeployed, credentialId: first.credentialId }
  if (!isDeployed) return { ...passkey, keyNumber: 0, coSigner: undefined }
  return { ...passkey, ...findSigner(await readAuthority(connection.node, address), passkey) }
}

/**
 * Reads the wallet's present state from the chain.
 *
 * @throws ReadableError if the passkey is no longer its key
 */
export async function readAgain({ node }: ChainConnection, wallet: FoundWallet): Promise<FoundWallet> {
  const authority = await readAuthority(node, wallet.address)
  return { ...wallet, isDeployed: true, ...findSigner(authority, wallet) }
}

function asSigned({ clientDataJSON, ...answer }: Awaited<ReturnType<typeof signWithPasskey>>) {
  return { ...answer, clientDataJson: clientDataJSON }
}

function randomChallenge(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(CHALLENGE_LENGTH))
}

type Passkey = Pick<FoundWallet, 'address' | 'qx' | 'qy'>

/**
 * The number by which a passkey signs for a wallet. Any key of the wallet suffices. The main key has number
 * 0.
 *
 * @throws ReadableError if the passkey is not a key of the wallet
 */
export function findSigner(
  { keys, coSigner }: Authority,
  { address, qx, qy }: Passkey,
): Pick<FoundWallet, 'keyNumber' | 'coSigner'> {
  const position = keys.findIndex((key) => key.qx === qx && key.qy === qy)
  const key = keys[position]
  if (key !== undefined) return { keyNumber: position === 0 ? 0 : key.number, coSigner }
  throw new ReadableError(
    t(
      'Wallet {wallet} does not obey this passkey. If this passkey was added to a wallet, or replaced an older one, enter the address of that wallet.',
      { wallet: address },
    ),
  )
}
