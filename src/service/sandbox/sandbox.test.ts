import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPublicClient, custom, erc20Abi, http, type Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { ZERO_ADDRESS } from '#shared/display/address.ts'
import { SCOPES } from '#shared/baas/scopes.ts'
import { readErc20Balance, readNativeBalance } from '#service/chain/erc20.ts'
import type { Context } from '#service/context.ts'
import { createService, type Service } from '#service/create-service.ts'
import { startTestChain, type TestChain } from '#service/testing/chain.ts'
import { startTestContext, type TestContext } from '#service/testing/test-context.ts'
import { DEMO_TOKENS } from './demo-tokens.ts'
import { createInboxMailer } from './inbox.ts'
import { openSandboxChain } from './open-sandbox-chain.ts'
import { readSandboxFile, writeSandboxFile, type SandboxFile } from './sandbox-file.ts'
import { seedSandbox, type SeededSandbox } from './seed-sandbox.ts'

const RECEIVER: Address = '0x00000000000000000000000000000000000d0001'
const { erc20, erc721, erc1155 } = DEMO_TOKENS

let chain: TestChain
let base: TestContext
let service: Service
let ctx: Context
let seeded: SeededSandbox
beforeAll(async () => {
  chain = await startTestChain()
  base = await startTestContext({ chain: chain.chain })
  const { relay: _, ...parts } = base
  service = createService({
    ...parts,
    mailer: createInboxMailer(base),
    settings: { ...base.settings, sandbox: true },
    relayerPrivateKeys: [chain.relayerKey],
  })
  ctx = await service.start()
  seeded = await seedSandbox(ctx)
})
afterAll(async () => {
  await service.stop()
  await base.close()
  await chain.close()
})

async function call(method: string, path: string, body?: unknown) {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  if (path.startsWith('/v1')) headers['x-api-key'] = seeded.apiKey
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const response = await service.fetch(new Request(`http://localhost:4000${path}`, init))
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

describe('seed', () => {
  test('behavior: a second time changes nothing and keeps the key', async () => {
    const again = await seedSandbox(ctx, { apiKey: seeded.apiKey })
    expect(again).toEqual(seeded)
    const { body } = await call('GET', '/v1/baas/tokens/allowed')
    expect(
      body.content.map((token: { symbol: string; decimals: number; address: string }) => [
        token.symbol,
        token.decimals,
        token.address,
      ]),
    ).toEqual([
      ['DEMO', 6, erc20],
      ['DCOL', 0, erc721],
      ['DMUL', 0, erc1155],
    ])
    expect(body.content[0].logoUrl).toBe('http://localhost:4000/tokens/demo-coin.svg')
  })

  test('behavior: the key has every scope and the organization both domains', async () => {
    const domains = await call('GET', '/v1/org/domains')
    expect(domains.body.content.map((one: { domain: string }) => one.domain)).toEqual([
      'localhost',
      'shop.localhost',
    ])
    const keys = await call('GET', '/v1/org/keys')
    expect(keys.body.content).toHaveLength(1)
    expect(keys.body.content[0].scopes.toSorted()).toEqual([...SCOPES].toSorted())
  })

  test('behavior: a key that is lost, foreign or revoked is replaced', async () => {
    for (const apiKey of [undefined, 'pk_live_000000_nothing']) {
      const { apiKey: fresh } = await seedSandbox(ctx, { apiKey })
      expect(fresh).toMatch(/^pk_live_/)
      expect(fresh).not.toBe(seeded.apiKey)
    }
    expect(
      await seedSandbox(ctx, { apiKey: seeded.apiKey, embedOrigins: ['http://shop.localhost:4001'] }),
    ).toEqual(seeded)
  })

  test('behavior: the logos are there', async () => {
    const { body } = await call('GET', '/v1/baas/tokens/allowed')
    for (const { logoUrl } of body.content) {
      const file = new URL(`../../../public${new URL(logoUrl).pathname}`, import.meta.url)
      expect(await readFile(file, 'utf8')).toMatch(/^<svg /)
    }
  })
})

describe('inbox', () => {
  test('behavior: newest first, a plain array, with the code where there is one', async () => {
    await ctx.mailer.send({
      to: 'One@Example.com',
      subject: 'First',
      text: 'Your code is 012345. It is valid for 10 minutes.',
    })
    await ctx.mailer.send({ to: 'two@example.com', subject: 'Other', text: 'No code: 1234567' })
    base.clock.advance(1)
    await ctx.mailer.send({ to: 'one@example.com', subject: 'Second', text: 'Nothing' })
    const { status, body, headers } = await call('GET', '/sandbox/inbox?to=ONE%40example.com')
    expect(status).toBe(200)
    expect(body).toEqual([
      { to: 'one@example.com', subject: 'Second', text: 'Nothing', receivedAt: expect.stringMatching(/Z$/) },
      {
        to: 'one@example.com',
        subject: 'First',
        text: expect.stringContaining('012345'),
        code: '012345',
        receivedAt: expect.stringMatching(/Z$/),
      },
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await call('GET', '/sandbox/inbox')).body).toHaveLength(3)
  })

  test('behavior: the real verification mail carries its code', async () => {
    await call('POST', '/v1/baas/wallets/request-email-verification', { email: 'three@example.com' })
    const { body } = await call('GET', '/sandbox/inbox?to=three@example.com')
    expect(body[0].code).toMatch(/^[0-9]{6}$/)
    expect(body[0].text).toContain(body[0].code)
  })

  test('error: an address that is none, another method', async () => {
    expect(await call('GET', '/sandbox/inbox?to=nobody')).toMatchObject({
      status: 400,
      body: { content: { code: 'VALIDATION_FAILED' } },
    })
    expect((await call('POST', '/sandbox/inbox', {})).status).toBe(405)
  })
})

describe('faucet', () => {
  const drip = (body: unknown) => call('POST', '/sandbox/faucet', body)

  test('behavior: mints each kind of token and waits until that is mined', async () => {
    const coins = await drip({ token: erc20, to: RECEIVER, amount: '25' })
    expect(coins).toMatchObject({
      status: 200,
      body: { content: { success: true, transactionHash: expect.stringMatching(/^0x/) } },
    })
    expect(await readErc20Balance(ctx.chain, erc20, RECEIVER)).toBe(25n)
    expect(await drip({ token: ZERO_ADDRESS, to: RECEIVER, amount: '7' })).toMatchObject({ status: 200 })
    expect(await readNativeBalance(ctx.chain, RECEIVER)).toBe(7n)
    expect(await drip({ token: erc721, to: RECEIVER, tokenId: '1' })).toMatchObject({ status: 200 })
    expect(await drip({ token: erc1155, to: RECEIVER, tokenId: '0', amount: '3' })).toMatchObject({
      status: 200,
    })
  })

  test('error: a collectible that exists is told', async () => {
    await drip({ token: erc721, to: RECEIVER, tokenId: '99' })
    const again = await drip({ token: erc721, to: RECEIVER, tokenId: '99' })
    expect(again).toMatchObject({ status: 400, body: { content: { code: 'TRANSACTION_REVERTS' } } })
    expect(again.body.content.message).toContain('ERC721InvalidSender')
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['no token', { to: RECEIVER, amount: '1' }, 'token'],
    ['an unknown token', { token: RECEIVER, to: RECEIVER, amount: '1' }, 'token'],
    ['nobody', { token: erc20, to: ZERO_ADDRESS, amount: '1' }, 'to'],
    ['a coin without amount', { token: erc20, to: RECEIVER }, 'amount'],
    ['a coin with tokenId', { token: erc20, to: RECEIVER, amount: '1', tokenId: '1' }, 'tokenId'],
    ['no coins', { token: erc20, to: RECEIVER, amount: '0' }, 'amount'],
    ['a fraction', { token: erc20, to: RECEIVER, amount: '1.5' }, 'amount'],
    ['a number', { token: erc20, to: RECEIVER, amount: 1 }, 'amount'],
    ['a collectible without tokenId', { token: erc721, to: RECEIVER }, 'tokenId'],
    ['a collectible with amount', { token: erc721, to: RECEIVER, tokenId: '5', amount: '1' }, 'amount'],
    ['a tokenId of 257 bits', { token: erc721, to: RECEIVER, tokenId: String(2n ** 256n) }, 'tokenId'],
    ['a multi token without amount', { token: erc1155, to: RECEIVER, tokenId: '5' }, 'amount'],
    [
      'too much of the native coin',
      { token: ZERO_ADDRESS, to: RECEIVER, amount: '1'.padEnd(23, '0') },
      'amount',
    ],
    [
      'the native coin with tokenId',
      { token: ZERO_ADDRESS, to: RECEIVER, amount: '1', tokenId: '1' },
      'tokenId',
    ],
    ['an unknown field', { token: erc20, to: RECEIVER, amount: '1', more: 1 }, 'more'],
  ])('error: %s', async (_, body, path) => {
    const answer = await drip(body)
    expect(answer).toMatchObject({ status: 400, body: { content: { code: 'VALIDATION_FAILED' } } })
    expect(answer.body.content.errors.map((error: { path: string }) => error.path)).toContain(path)
  })
})

describe('rpc', () => {
  const rpc = (body: unknown) => call('POST', '/sandbox/rpc', body)
  const one = (method: string, params: unknown[] = [], id: unknown = 1) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  })

  test('behavior: serves a client of any library', async () => {
    const transport = custom({
      request: async ({ method, params }: { method: string; params?: unknown[] }) => {
        const { body } = await rpc(one(method, params ?? []))
        if (body.error) throw new Error(body.error.message)
        return body.result
      },
    })
    const client = createPublicClient({ transport })
    expect(await client.getChainId()).toBe(ctx.chain.id)
    expect(await client.readContract({ address: erc20, abi: erc20Abi, functionName: 'symbol' })).toBe('DEMO')
    expect(http).toBeTypeOf('function')
  })

  test('behavior: sends what is signed, and answers the refusals of the pool', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await chain.embedded.fund(account.address, 10n ** 18n)
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: ctx.chain.id,
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

  test('error: no command of the node, no signing, no tracing', async () => {
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

  test('error: what is no request', async () => {
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
    expect((await call('GET', '/sandbox/rpc')).status).toBe(405)
  })
})

describe('outside the sandbox', () => {
  test('behavior: none of its places exists', async () => {
    const { relay: _, ...parts } = base
    const outside = createService({ ...parts, relayerPrivateKeys: [chain.relayerKey] })
    await outside.start()
    for (const [method, path] of [
      ['GET', '/sandbox/inbox'],
      ['POST', '/sandbox/faucet'],
      ['POST', '/sandbox/rpc'],
    ] as const) {
      expect((await outside.fetch(new Request(`http://localhost:4000${path}`, { method }))).status).toBe(404)
    }
    await outside.stop()
  })
})

describe('files', () => {
  const content: SandboxFile = {
    baseUrl: 'http://localhost:4000/v1/baas',
    apiKey: 'pk_live_x',
    chainId: 84_001,
    rpcUrl: 'http://localhost:4000/sandbox/rpc',
    factory: RECEIVER,
    relayer: RECEIVER,
    tokens: DEMO_TOKENS,
    inboxUrl: 'a',
    faucetUrl: 'b',
    setupUrl: 'c',
    demoUrl: 'd',
  }

  test('behavior: sandbox.json is for its owner only and has the fields of the profile', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-sandbox-'))
    expect(await readSandboxFile(dataDir)).toBeUndefined()
    const path = join(dataDir, 'sandbox.json')
    await writeFile(path, 'half', { mode: 0o644 })
    expect(await readSandboxFile(dataDir)).toBeUndefined()
    await writeSandboxFile(dataDir, { ...content, more: 'is left out' } as SandboxFile)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(Object.keys(JSON.parse(await readFile(path, 'utf8')))).toEqual(Object.keys(content))
    expect(await readSandboxFile(dataDir)).toEqual(content)
    await rm(dataDir, { recursive: true })
  })

  test('behavior: the chain belongs to one process, and the relayer has gas', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-sandbox-'))
    const options = { dataDir, relayer: RECEIVER, log: pino({ level: 'silent' }) }
    const first = await openSandboxChain(options)
    await expect(openSandboxChain(options)).rejects.toMatchObject({ name: 'DirectoryLockedError' })
    expect(await readNativeBalance(first, RECEIVER)).toBe(10n ** 27n)
    await first.close()
    const second = await openSandboxChain(options)
    expect(await readNativeBalance(second, RECEIVER)).toBe(10n ** 27n)
    await second.close()
    await rm(dataDir, { recursive: true })
  })
})
