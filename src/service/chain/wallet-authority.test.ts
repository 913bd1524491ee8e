import { expect, test } from 'vitest'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { abiUint, deployAnswering } from '#service/testing/answering-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { ChainReader } from './chain.ts'
import { encodeDeployCall } from './factory-contract.ts'
import { quantitySchema } from './rpc-schemas.ts'
import { readAuthority, readCoSigned, readCoSigners } from './wallet-authority.ts'

const net = await forFile(serviceWorld.chain())

test('behavior: reads the only key of a new wallet, and no co-signer, in one request', async () => {
  const passkey = createSoftwarePasskey('localhost')
  const wallet = walletAddress({ factory: net.chain.factory, ...passkey })
  await net.send({ to: net.chain.factory, data: encodeDeployCall(passkey) })
  const methods: string[] = []
  const rpc: ChainReader['rpc'] = {
    request: (schema, method, params) => {
      methods.push(method)
      return net.chain.rpc.request(schema, method, params)
    },
  }
  expect(await readAuthority({ rpc }, wallet)).toEqual({
    coSigner: undefined,
    coSignerUntilSeconds: undefined,
    keys: [{ number: 0, x: passkey.qx, y: passkey.qy }],
    mainNumber: 0,
  })
  expect(methods).toEqual(['eth_call'])
})

test('behavior: an address without a contract has no authority', async () => {
  expect(await readAuthority(net.chain, '0x000000000000000000000000000000000000dead')).toBeUndefined()
})

test('behavior: a wallet of an earlier factory has its one key and no co-signer', async () => {
  const earlier = await deployAnswering(net, { 'qx()': abiUint(7n), 'qy()': abiUint(8n) })
  expect(await readAuthority(net.chain, earlier)).toMatchObject({
    coSigner: undefined,
    keys: [{ number: 0, x: 7n, y: 8n }],
    mainNumber: 0,
  })
})

const eightKeys = (count: number) =>
  `0x${Array.from({ length: 2 * count }, () => abiUint(0n).slice(2)).join('')}` as const

test.each([
  ['no coordinates', { 'coSigner()': abiUint(1n) }],
  ['keys that are too short', { 'keys()': abiUint(1n), 'qx()': abiUint(7n), 'qy()': abiUint(8n) }],
  ['no key', { 'keys()': eightKeys(8) }],
  ['endless keys', { 'keys()': 'endless' as const, 'coSigner()': abiUint(1n) }],
])('error: rejects a contract that returns %s', async (_, answers) => {
  const odd = await deployAnswering(net, answers)
  await expect(readAuthority(net.chain, odd)).rejects.toMatchObject({ code: 'CHAIN_FAILED' })
})

test('behavior: reads co-signers at a block, and omits contracts that do not respond like a wallet', async () => {
  const passkey = createSoftwarePasskey('localhost')
  const wallet = walletAddress({ factory: net.chain.factory, ...passkey })
  const before = await blockNumber()
  await net.send({ to: net.chain.factory, data: encodeDeployCall(passkey) })
  const coSigned = await deployAnswering(net, { 'coSigner()': abiUint(5n), 'coSignerUntil()': abiUint(9n) })
  const nobody = '0x000000000000000000000000000000000000dead'
  const read = async (at: bigint) => [...(await readCoSigners(net.chain, [nobody, wallet, coSigned], at))]
  expect(await read(await blockNumber())).toEqual([
    [wallet, { coSigner: undefined, untilSeconds: 0n }],
    [coSigned, { coSigner: `0x${'5'.padStart(40, '0')}`, untilSeconds: 9n }],
  ])
  expect(await read(before)).toEqual([])
})

test('behavior: says which wallets have a co-signer now, and omits contracts that do not respond like a wallet', async () => {
  const coSigned = await deployAnswering(net, { 'coSigner()': abiUint(5n), 'qx()': abiUint(7n) })
  const alone = await deployAnswering(net, { 'coSigner()': abiUint(0n), 'qx()': abiUint(7n) })
  const earlier = await deployAnswering(net, { 'qx()': abiUint(7n) })
  const silent = await deployAnswering(net, { 'coSigner()': abiUint(5n) })
  const nobody = '0x000000000000000000000000000000000000dead'
  expect([...(await readCoSigned(net.chain, [nobody, coSigned, alone, earlier, silent]))]).toEqual([
    [coSigned, true],
    [alone, false],
    [earlier, false],
  ])
})

const blockNumber = () => net.chain.rpc.request(quantitySchema, 'eth_blockNumber', [])
