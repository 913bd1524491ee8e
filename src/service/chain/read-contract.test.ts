import { encodeFunctionData, erc20Abi, numberToHex, padHex, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { abiString, abiUint, deployAnswering, deployRuntime } from '#service/testing/answering-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { ChainConnection } from './chain.ts'
import { ANSWER_BYTES_MAX, readContracts, type ContractRead } from './read-contract.ts'
import { RpcError } from './rpc.ts'

const net = await forFile(serviceWorld.chain())

const NOBODY = '0x000000000000000000000000000000000000dead'
const decimals = (): ContractRead => ({
  contract: net.tokens.erc20,
  data: toFunctionSelector('decimals()'),
})

/** Deploys a contract that jumps to its beginning forever, whatever the call. */
const deployEndless = () => deployRuntime(net, '0x5b5f56')

test('behavior: a hundred reads use three calls, and their results are in order', async () => {
  const methods: string[] = []
  const rpc: ChainConnection['rpc'] = {
    request: (schema, method, params) => {
      methods.push(method)
      return net.chain.rpc.request(schema, method, params)
    },
  }
  const holders = Array.from({ length: 100 }, (_, index) => padHex(numberToHex(index + 1), { size: 20 }))
  await net.mintCoins(holders[41]!, 42n)
  await net.mintCoins(holders[99]!, 7n)
  const reads = holders.map((holder) => ({
    contract: net.tokens.erc20,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
  }))
  const amounts = (await readContracts({ rpc }, reads)).map((answer) => BigInt(answer))
  expect(amounts[41]).toBe(42n)
  expect(amounts[99]).toBe(7n)
  expect(amounts.filter((amount) => amount === 0n)).toHaveLength(98)
  expect(methods).toEqual(['eth_call', 'eth_call', 'eth_call'])
})

test('behavior: a contract that fails, loops, returns too much or does not exist affects only its own result', async () => {
  const long = await deployAnswering(net, { 'name()': abiString('x'.repeat(10_000)) })
  const endless = await deployEndless()
  const name = toFunctionSelector('name()')
  const reads = [
    decimals(),
    { contract: long, data: toFunctionSelector('symbol()') },
    decimals(),
    { contract: endless, data: name },
    decimals(),
    { contract: long, data: name },
    { contract: NOBODY, data: name } as const,
    decimals(),
  ]
  const answers = await readContracts(net.chain, reads)
  expect(answers.map((answer) => (answer.length - 2) / 2)).toEqual([
    32,
    0,
    32,
    0,
    32,
    ANSWER_BYTES_MAX,
    0,
    32,
  ])
  expect(answers[0]).toBe(abiUint(6n))
})

test('behavior: if the node limits the gas of a call, expensive reads are split in halves', async () => {
  const endless = await deployEndless()
  const limited: ChainConnection['rpc'] = {
    request: (schema, method, [call, block]) =>
      net.chain.rpc.request(schema, method, [{ ...Object(call), gas: '0x2dc6c0' }, block]),
  }
  const reads = Array.from({ length: 40 }, (_, index) =>
    index % 2 === 0 ? decimals() : { contract: endless, data: toFunctionSelector('name()') },
  )
  const answers = await readContracts({ rpc: limited }, reads)
  expect(answers).toEqual(reads.map((_, index) => (index % 2 === 0 ? abiUint(6n) : '0x')))
})

test('behavior: if a node refuses such calls, plain calls are used', async () => {
  const plain: ChainConnection['rpc'] = {
    request: (schema, method, params) => {
      if (!('to' in Object(params[0]))) {
        return Promise.reject(new RpcError(method, { code: -32_602, message: 'missing field to' }))
      }
      return net.chain.rpc.request(schema, method, params)
    },
  }
  expect(await readContracts({ rpc: plain }, [decimals(), decimals(), decimals()])).toEqual(
    Array.from({ length: 3 }, () => abiUint(6n)),
  )
})

test('param: no reads need no call', async () => {
  const rpc = { request: () => Promise.reject(new Error('asked')) }
  expect(await readContracts({ rpc }, [])).toEqual([])
})
