import { createPublicClient, custom, erc20Abi, type Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { DEMO_TOKENS } from './demo-tokens.ts'

const RECEIVER: Address = '0x00000000000000000000000000000000000d0001'

const world = await forFile(serviceWorld.sandbox())

const rpc = (body: unknown) => world.call('POST', '/sandbox/rpc', body)
const one = (method: string, params: unknown[] = [], id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

test('behavior: responds to pages of every site, as a public node does', async () => {
  const fetch = (method: string, path: string) =>
    world.service.fetch(new Request(`http://localhost:4000${path}`, { method }))
  const asked = await fetch('OPTIONS', '/sandbox/rpc')
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-headers')).toBe('content-type')
  const { headers } = await rpc(one('eth_chainId'))
  expect(headers.get('access-control-allow-origin')).toBe('*')
  // Other sites must not read the inbox.
  expect((await fetch('GET', '/sandbox/inbox')).headers.get('access-control-allow-origin')).toBeNull()
})

test('behavior: works with clients of any library', async () => {
  const transport = custom({
    request: async ({ method, params }: { method: string; params?: unknown[] }) => {
      const { body } = await rpc(one(method, params ?? []))
      if (body.error) throw new Error(body.error.message)
      return body.result
    },
  })
  const client = createPublicClient({ transport })
  expect(await client.getChainId()).toBe(world.ctx.chain.id)
  expect(
    await client.readContract({ address: DEMO_TOKENS.erc20, abi: erc20Abi, functionName: 'symbol' }),
  ).toBe('DEMO')
})

test('behavior: sends signed transactions, and returns the errors of the mempool', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  await world.chain.embedded.fund(account.address, 10n ** 18n)
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: world.ctx.chain.id,
    nonce: 0,
    to: RECEIVER,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 5_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
  const sent = await rpc(one('eth_sendRawTransaction', [raw]))
  expect(sent.body.result).toMatch(/^0x[0-9a-f]{64}$/)
  await expect
    .poll(async () => (await rpc(one('eth_getTransactionReceipt', [sent.body.result]))).body.result)
    .toMatchObject({ status: '0x1' })
  expect((await rpc(one('eth_sendRawTransaction', [raw]))).body.error).toMatchObject({
    message: 'nonce too low',
  })
  expect((await rpc(one('eth_sendRawTransaction', ['nonsense']))).body.error).toMatchObject({
    code: -32602,
  })
})

test('behavior: batches keep order and ids', async () => {
  const { body } = await rpc([
    one('eth_chainId', [], 'a'),
    one('anvil_mine', [], 2),
    one('eth_blockNumber', [], null),
    'x',
  ])
  expect(body.map((answer: { id: unknown }) => answer.id)).toEqual(['a', 2, null, null])
  expect(body[1].error.code).toBe(-32601)
  expect((await rpc([])).body.error.code).toBe(-32600)
  expect((await rpc(Array.from({ length: 51 }, () => one('eth_chainId')))).body.error.code).toBe(-32600)
})

test('error: refuses commands of the node, signing and tracing', async () => {
  for (const method of [
    'anvil_setBalance',
    'anvil_setCode',
    'anvil_dumpState',
    'evm_mine',
    'evm_setTime',
    'evm_revert',
    'hardhat_setNonce',
    'debug_traceTransaction',
    'eth_sendTransaction',
    'eth_sendUnsignedTransaction',
    'eth_sign',
    'eth_signTypedData_v4',
    'personal_unlockAccount',
    'txpool_content',
    'ots_getApiLevel',
    'ETH_CHAINID',
    'eth_newFilter',
    '__proto__',
    '',
  ]) {
    expect((await rpc(one(method))).body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32601, message: expect.any(String) },
    })
  }
})

test('error: refuses invalid requests', async () => {
  for (const body of [
    5,
    'x',
    {},
    { jsonrpc: '1.0', id: 1, method: 'eth_chainId' },
    { jsonrpc: '2.0', id: {}, method: 'eth_chainId' },
  ]) {
    expect((await rpc(body)).body.error.code).toBe(-32600)
  }
  expect((await rpc({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: {} })).body.error.code).toBe(
    -32600,
  )
  expect((await world.call('GET', '/sandbox/rpc')).status).toBe(405)
})
