import { encodeFunctionData, keccak256, stringToBytes, type Address, type Hex } from 'viem'
import { passkeyWalletFactoryBytecode } from '#protocol/abi/passkey-wallet-factory-bytecode.ts'
import { passkeyWalletFactoryAbi } from '#protocol/abi/passkey-wallet-factory.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import type { Database } from '#service/db/database.ts'
import type { Chain, ChainConnection } from './chain.ts'
import { deployContract, deploymentAddress, type SendAndWait } from './deploy-contract.ts'
import { dataSchema, lowerCase } from './rpc-schemas.ts'
import { isDeployed } from './wallet-contract.ts'

const SALT = keccak256(stringToBytes('Latchkey PasskeyWalletFactory'))

/** The inputs of a wallet's deployment: its passkey and the hash of its relying-party domain. */
export type WalletKey = { qx: bigint; qy: bigint; rpIdHash: Hex }

/** Encodes the factory call that deploys a wallet, or does nothing if it is already deployed (profile 2). */
export function encodeDeployCall(wallet: WalletKey): Hex {
  return encodeFunctionData({
    abi: passkeyWalletFactoryAbi,
    functionName: 'deploy',
    args: [wallet.qx, wallet.qy, wallet.rpIdHash],
  })
}

/** Deploys this version's factory at its deterministic address, or finds it there. */
export function deployFactory(chain: ChainConnection, send: SendAndWait): Promise<Address> {
  return deployContract(chain, send, { initCode: passkeyWalletFactoryBytecode, salt: SALT })
}

/**
 * Opens the chain with this deployment's factory. On first use of the chain, the relayer's key deploys the factory,
 * and its address is stored. Later starts always use the stored factory, even if this version of the product has
 * another one, because another factory would change every predicted address.
 *
 * @throws Error with a message for the operator if the stored factory is not on the chain
 */
export async function openFactory(db: Database, chain: ChainConnection, send: SendAndWait): Promise<Chain> {
  const own = ownFactory()
  const factory = await knownFactory(db, chain.id)
  if (!(await isDeployed(chain, factory))) {
    if (!sameAddress(factory, own)) {
      throw new Error(
        `The factory ${factory} of chain ${chain.id} is in the database and not on the chain. ` +
          'Database and chain do not belong together: check RPC_URL, DATABASE_URL and DATA_DIR.',
      )
    }
    await deployFactory(chain, send)
  }
  await requireSameAddresses(chain, factory)
  await db
    .insertInto('chain_factories')
    .values({ chain_id: chain.id, address: lowerCase(factory) })
    .onConflict((conflict) => conflict.column('chain_id').doNothing())
    .execute()
  return { ...chain, factory }
}

/**
 * Returns the factory that this deployment uses on a chain, or will use there. `db` is undefined before its
 * first start.
 */
export async function knownFactory(db: Database | undefined, chainId: number): Promise<Address> {
  return (db && (await storedFactory(db, chainId))) ?? ownFactory()
}

function ownFactory(): Address {
  return deploymentAddress(passkeyWalletFactoryBytecode, SALT)
}

/** Reads the factory that was stored for a chain when it was first used. */
export async function storedFactory(db: Database, chainId: number): Promise<Address | undefined> {
  const row = await db
    .selectFrom('chain_factories')
    .select('address')
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  return row?.address
}

/**
 * Verifies with one example that the factory and our own code compute the same address. Every predicted address
 * depends on this.
 */
async function requireSameAddresses(chain: ChainConnection, factory: Address): Promise<void> {
  const wallet: WalletKey = { qx: 1n, qy: 2n, rpIdHash: keccak256('0x') }
  const data = encodeFunctionData({
    abi: passkeyWalletFactoryAbi,
    functionName: 'predict',
    args: [wallet.qx, wallet.qy, wallet.rpIdHash],
  })
  const predicted = await chain.rpc.request(dataSchema, 'eth_call', [{ to: factory, data }, 'latest'])
  if (sameAddress(`0x${predicted.slice(-40)}`, walletAddress({ factory, ...wallet }))) return
  throw new Error(
    `What stands at ${factory} on chain ${chain.id} is not a factory of this product's wallets.`,
  )
}
