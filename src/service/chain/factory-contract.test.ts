import {
  getContractAddress,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type Address,
  type Hex,
} from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import type { OpenDatabase } from '#service/db/open-database.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import {
  deployContract,
  deploymentAddress,
  DEPLOYMENT_PROXY,
  PROXY_INSTALLATION,
  PROXY_INSTALLER,
  type SendAndWait,
} from './deploy-contract.ts'
import { encodeDeployCall, openFactory } from './factory-contract.ts'
import { readAuthority } from './wallet-authority.ts'
import { isDeployed } from './wallet-contract.ts'

let database: OpenDatabase | undefined
const chain = await forFile(serviceWorld.chain())
afterEach(async () => {
  await database?.close()
  database = undefined
})

const db = () => database!.db
const open = async (send: SendAndWait = chain.send) => openFactory(db(), chain.embedded, send)
const storedFactory = (factory: Address, chainId = chain.chain.id) =>
  db()
    .insertInto('chain_factories')
    .values({ chain_id: chainId, address: factory, created_at: new Date() })
    .execute()
/** Init code of a contract that returns nothing, different for each number. */
const initCode = (number: number): Hex => `0x60016000526001601ff3${number.toString(16).padStart(8, '0')}`
const salt = keccak256('0x')

describe('factory', () => {
  test('behavior: deploys wallets once at the predicted addresses, whoever deploys', async () => {
    database = await serviceWorld.database()
    const { factory } = await open()
    for (const domain of ['localhost', 'shop.localhost']) {
      const passkey = createSoftwarePasskey(domain)
      const wallet = walletAddress({ factory, ...passkey })
      expect(await isDeployed(chain.chain, wallet)).toBe(false)
      expect(await readAuthority(chain.chain, wallet)).toBeUndefined()
      await chain.send({ to: factory, data: encodeDeployCall(passkey) })
      await chain.send({ to: factory, data: encodeDeployCall(passkey) })
      expect(await isDeployed(chain.chain, wallet)).toBe(true)
      const { keys } = (await readAuthority(chain.chain, wallet)) ?? {}
      expect(keys).toEqual([{ number: 0, x: passkey.qx, y: passkey.qy }])
    }
  })

  test('behavior: is deployed once, stored, and found again', async () => {
    database = await serviceWorld.database()
    const { factory } = await open()
    expect(factory).toBe(chain.chain.factory)
    const again = await open(() => Promise.reject(new Error('nothing is to be sent')))
    expect(again.factory.toLowerCase()).toBe(factory.toLowerCase())
    const stored = await db().selectFrom('chain_factories').select('address').executeTakeFirstOrThrow()
    expect(stored.address).toBe(factory.toLowerCase())
  })

  test('behavior: uses a stored factory, even if this version would deploy another', async () => {
    database = await serviceWorld.database()
    const copy: Address = '0x00000000000000000000000000000000facade01'
    const code = await chain.embedded.rpc.request(z.string(), 'eth_getCode', [chain.chain.factory, 'latest'])
    await chain.embedded.rpc.request(z.unknown(), 'anvil_setCode', [copy, code])
    await storedFactory(copy)
    // The wallets of the copy use an implementation with another address, so the predictions differ.
    await expect(open()).rejects.toThrow(/is not a factory of this product/)
  })

  test('error: rejects a stored factory that is not on the chain', async () => {
    database = await serviceWorld.database()
    await storedFactory('0x00000000000000000000000000000000facade02')
    await expect(open()).rejects.toThrow(/Database and chain do not belong together/)
  })
})

describe('deployment', () => {
  test('behavior: the proxy is what its installation creates on any chain', async () => {
    const transaction = parseTransaction(PROXY_INSTALLATION)
    expect(transaction.chainId).toBeUndefined()
    const from = await recoverTransactionAddress({ serializedTransaction: PROXY_INSTALLATION as never })
    expect(from).toBe(PROXY_INSTALLER)
    expect(getContractAddress({ from, nonce: 0n })).toBe(DEPLOYMENT_PROXY)
  })

  test('behavior: the same code and salt are deployed once, at one address, even by two at once', async () => {
    const contract = { initCode: initCode(1), salt }
    const [one, two] = await Promise.all([
      deployContract(chain.embedded, chain.send, contract),
      deployContract(chain.embedded, chain.send, contract),
    ])
    expect(one).toBe(two)
    expect(one).toBe(deploymentAddress(contract.initCode, salt))
    expect(await deployContract(chain.embedded, () => Promise.reject(new Error('sent')), contract)).toBe(one)
  })

  test('behavior: installs the proxy if it is missing', async () => {
    const cheat = (method: string, ...params: unknown[]) =>
      chain.embedded.rpc.request(z.unknown(), method, params)
    await cheat('anvil_setCode', DEPLOYMENT_PROXY, '0x')
    await cheat('anvil_setNonce', DEPLOYMENT_PROXY, '0x0')
    const address = await deployContract(chain.embedded, chain.send, { initCode: initCode(2), salt })
    expect(await isDeployed(chain.chain, address)).toBe(true)
    expect(await isDeployed(chain.chain, DEPLOYMENT_PROXY)).toBe(true)
  })

  test('error: a failing deployment fails', async () => {
    const contract = { initCode: '0xfe' as const, salt }
    await expect(deployContract(chain.embedded, chain.send, contract)).rejects.toThrow(/failed/)
  })
})
