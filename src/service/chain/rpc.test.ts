import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#server-kit/http/http-error.ts'
import { foundSchema } from './find-transaction.ts'
import { openChain } from './open-chain.ts'
import { blockSchema, quantitySchema, receiptSchema } from './rpc-schemas.ts'
import {
  createRpc,
  isProvidersFault,
  namingSetting,
  NotServedAnswer,
  RpcError,
  UnexpectedAnswer,
} from './rpc.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** The remaining methods that are called at startup. */
const OTHERS_ASKED: ReadonlySet<string> = new Set([
  'eth_gasPrice',
  'eth_estimateGas',
  'eth_getTransactionCount',
  'eth_getCode',
  'eth_sendRawTransaction',
])

const CHAIN_FAILED = 'CHAIN_FAILED'
const OVER_LIMIT =
  'RPC_URL has reached the limit of its provider. Wait, raise the limit of the plan, or use another provider.'

const NO_KEY =
  'RPC_URL refuses access (401 or 403). Check the key in the address, and what its provider allows it.'
const refusedKey = (id: number) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_600, message: 'project ID is required' } })

type Answer = (response: ServerResponse, body: { id: number; method: string }) => void
/** A node that responds as the test defines. */
async function node(answer: Answer, path = '/'): Promise<string> {
  const server = createServer((request: IncomingMessage, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => answer(response, JSON.parse(body)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}${path}`
}
const json =
  (content: object): Answer =>
  (response, { id }) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...content }))
const ask = async (url: string, schema: z.ZodMiniType = quantitySchema, timeoutMs = 20_000) => {
  const rpc = createRpc({ url, timeoutMs })
  try {
    return await rpc.request(schema, 'eth_chainId', [])
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error
  } finally {
    await rpc.close()
  }
}

/** The texts of an error and its causes, as the log has them. */
function readCauses(error: unknown): string {
  const texts: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) texts.push(`${cause.stack}`)
  return texts.join('\n')
}

describe('rpc', () => {
  test('behavior: parses a response', async () => {
    expect(await ask(await node(json({ result: '0x14821' })))).toBe(84_001n)
    expect(await ask(await node(json({ result: '0x14821', error: null })))).toBe(84_001n)
  })

  test.each<[string, Answer]>([
    ['a response of another type', json({ result: 5 })],
    ['a response that is not a number', json({ result: '0xzz' })],
    ['no result', json({})],
    ['an array', (response) => response.end('[]')],
    ['no JSON', (response) => response.end('<html>')],
    ['an empty body', (response) => response.end()],
    ['a server error', (response) => response.writeHead(500).end('oh no')],
    ['too many requests', (response) => response.writeHead(429).end('slow down')],
    ['a reset', (response) => response.destroy()],
    ['a malformed error', json({ error: { message: 5 } })],
  ])('error: %s is CHAIN_FAILED', async (_, answer) => {
    expect(await ask(await node(answer))).toMatchObject({ code: 'CHAIN_FAILED', status: 502 })
  })

  test.each<[string, Answer, z.ZodMiniType, unknown]>([
    // status-im/status-go 361.
    ['JSON-RPC without a result', json({}), z.null(), null],
    ['JSON-RPC without a result or version', (response) => response.end('{"id":7}'), z.null(), CHAIN_FAILED],
    ['a gateway’s message', (response) => response.end('{"message":"slow down"}'), foundSchema, CHAIN_FAILED],
    ['a gateway’s message as JSON-RPC', json({ message: 'slow down' }), foundSchema, CHAIN_FAILED],
    ['JSON-RPC with an empty error and no result', json({ error: null }), z.null(), null],
    ['JSON-RPC without a result, for a number', json({}), quantitySchema, CHAIN_FAILED],
  ])('behavior: %s → null, or no response of a node', async (_, answer, schema, expected) => {
    const given = await ask(await node(answer), schema)
    if (expected === CHAIN_FAILED) expect(given).toMatchObject({ code: CHAIN_FAILED })
    else expect(given).toBe(expected)
  })

  test.each<[string, Answer]>([
    ['without the version of JSON-RPC', (response) => response.end('{"message":"Slow down, please"}')],
    ['with the version of JSON-RPC', json({ message: 'Slow down, please' })],
    ['as a text at `error`', json({ error: 'Slow down, please' })],
  ])('error: the log has the words of a gateway %s', async (_, answer) => {
    const error = await ask(await node(answer), foundSchema)
    expect(error).toBeInstanceOf(UnexpectedAnswer)
    expect(readCauses(error)).toContain('the gateway says: Slow down, please')
  })

  test.each([
    [404, true],
    // A provider that is not paid (enviodev/hyperindex 715).
    [402, false],
  ])('error: status %d without JSON is a method that is not served: %s', async (status, isNotServed) => {
    const error = await ask(await node((response) => response.writeHead(status).end('<html>')))
    expect(error instanceof NotServedAnswer).toBe(isNotServed)
  })

  test.each<[string, Answer, string]>([
    [
      'a method that it lacks (OffchainLabs/arbitrum-docs 3320)',
      json({ error: { code: -32_601, message: 'the method does not exist/is not available' } }),
      'RPC_URL does not serve eth_chainId. Use an address that serves it.',
    ],
    [
      'an error of its own',
      json({ error: { code: -32_000, message: 'invalid project id' } }),
      'RPC_URL refuses eth_chainId with the error -32000. Check the address, and the key in it.',
    ],
    [
      '429 without JSON (TrueFiEng/useDApp 1016)',
      (response) => response.writeHead(429).end('Too Many Requests'),
      OVER_LIMIT,
    ],
    ['402 without JSON', (response) => response.writeHead(402).end(), OVER_LIMIT],
    ['401 without JSON (Infura)', (response) => response.writeHead(401).end('invalid project id\n'), NO_KEY],
    ['403 without JSON', (response) => response.writeHead(403).end('<html>'), NO_KEY],
    [
      '403 with JSON (kopanitsa/web3-arduino 20)',
      (response, { id }) => response.writeHead(403).end(refusedKey(id)),
      NO_KEY,
    ],
    ['a limit in JSON', json({ error: { code: -32_005, message: 'rate limit exceeded' } }), OVER_LIMIT],
    [
      '503',
      (response) => response.writeHead(503).end(),
      'RPC_URL does not respond as a node does. Check the address and that it runs.',
    ],
  ])('error: %s → a sentence with the setting and the next step', async (_, answer, sentence) => {
    const error = await ask(await node(answer))
    expect(() => namingSetting('RPC_URL')(error)).toThrow(sentence)
  })

  test('error: a refused key is the fault of the provider, so another one may serve the request', async () => {
    const error = await ask(await node((response, { id }) => response.writeHead(403).end(refusedKey(id))))
    expect(error).toMatchObject({ rpcCode: -32_600 })
    expect(isProvidersFault(error)).toBe(true)
  })

  test('error: an endless response is CHAIN_FAILED', async () => {
    const url = await node((response) => {
      const chunk = Buffer.alloc(1024 * 1024, 0x20)
      const more = () => {
        while (response.write(chunk));
        response.once('drain', more)
      }
      more()
    })
    const rpc = createRpc({ url, timeoutMs: 5_000, answerBytesMax: 2 * 1024 * 1024 })
    closers.push(() => rpc.close())
    await expect(rpc.request(quantitySchema, 'eth_chainId', [])).rejects.toMatchObject({
      code: 'CHAIN_FAILED',
    })
  })

  test('error: silence and a slow response are CHAIN_TIMEOUT', async () => {
    const askBriefly = async (answer: Answer) => ask(await node(answer), quantitySchema, 400)
    expect(await askBriefly(() => {})).toMatchObject({ code: 'CHAIN_TIMEOUT', status: 504 })
    const drip: Answer = (response) => {
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    }
    expect(await askBriefly(drip)).toMatchObject({ code: 'CHAIN_TIMEOUT' })
  })

  test('error: a refusal has code, text and data for callers who check them, and is CHAIN_FAILED for the others', async () => {
    const refused = await ask(
      await node(json({ error: { code: 3, message: 'execution reverted', data: '0x12' } })),
    )
    expect(refused).toBeInstanceOf(RpcError)
    expect(refused).toMatchObject({
      code: 'CHAIN_FAILED',
      rpcCode: 3,
      rpcMessage: 'execution reverted',
      data: '0x12',
    })
    expect(refused).toHaveProperty('publicMessage', 'The blockchain node responded with an error')
  })

  test('error: an address without a listener is CHAIN_FAILED, and the URL is in no text of the error', async () => {
    const error = await ask('http://user:hunter2@127.0.0.1:9/v3/secret-project-key')
    expect(error).toMatchObject({ code: 'CHAIN_FAILED' })
    expect(readCauses(error)).not.toMatch(/hunter2|secret-project-key/)
  })

  test('behavior: sends user and password of the URL as the node expects them', async () => {
    let seen: string | undefined
    const server = await node((response, body) => {
      seen = response.req.headers.authorization
      json({ result: '0x1' })(response, body)
    })
    await ask(server.replace('http://', 'http://user:p%40ss@'))
    expect(seen).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`)
  })

  test('param: rejects garbage in blocks and receipts', () => {
    const hashes = { hash: `0x${'AB'.repeat(32)}`, parentHash: `0x${'00'.repeat(32)}` }
    const block = { number: '0x1', ...hashes, timestamp: '0x1', transactions: [] }
    expect(z.parse(blockSchema, block).hash).toBe(`0x${'ab'.repeat(32)}`)
    for (const change of [{ hash: '0x12' }, { number: null }, { transactions: [{}] }, { timestamp: '-1' }]) {
      expect(blockSchema.safeParse({ ...block, ...change }).success).toBe(false)
    }
    expect(receiptSchema.safeParse({ transactionHash: block.hash }).success).toBe(false)
  })
})

describe('open chain', () => {
  const log = pino({ level: 'silent' })

  test('error: rejects a node of another chain with a message', async () => {
    const rpcUrl = await node(json({ result: '0x1' }))
    await expect(openChain({ rpcUrl, chainId: 5, log })).rejects.toThrow(
      'RPC_URL serves chain 1, but CHAIN_ID is 5',
    )
  })

  test('error: reports a redirect and does not follow it', async () => {
    const rpcUrl = await node(
      (response) => void response.writeHead(308, { location: '/other?key=s3cret' }).end(),
    )
    await expect(openChain({ rpcUrl, chainId: 5, log })).rejects.toThrow(
      /^RPC_URL redirects \(status 308\)\. Set it to the address to which it leads\.$/,
    )
  })

  test.each(Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }))(
    'behavior: reads a response that was compressed without a request (%s)',
    async (encoding, compress) => {
      const url = await node((response, { id }) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id, result: '0x14821' })
        response.setHeader('content-encoding', encoding).end(compress(body))
      })
      expect(await ask(url)).toBe(84_001n)
    },
  )

  test('error: rejects a node that is down', async () => {
    await expect(openChain({ rpcUrl: 'http://127.0.0.1:9', chainId: 5, log })).rejects.toMatchObject({
      code: 'CHAIN_FAILED',
    })
  })

  test('behavior: announces new blocks while there is a listener, also after the node was down', async () => {
    let number = 1
    let away = false
    const rpcUrl = await node((response, body) => {
      if (away) return void response.destroy()
      if (body.method === 'eth_chainId') return json({ result: '0x5' })(response, body)
      if (body.method === 'eth_call') return json({ result: '0x' })(response, body)
      if (OTHERS_ASKED.has(body.method)) return json({ result: '0x1' })(response, body)
      const hashOf = (block: number) => `0x${block.toString(16).padStart(64, '0')}`
      const hashes = { hash: hashOf(number), parentHash: hashOf(number - 1) }
      const block = { number: `0x${number.toString(16)}`, ...hashes, timestamp: '0x1' }
      json({ result: { ...block, transactions: [] } })(response, body)
    })
    const chain = await openChain({ rpcUrl, chainId: 5, log, pollMs: 5 })
    closers.push(() => chain.close())
    expect(chain.hasP256Precompile).toBe(false)
    const seen: bigint[] = []
    const ignore = chain.onBlock((block) => seen.push(block.number))
    await expect.poll(() => seen).toEqual([1n])
    away = true
    number = 2
    away = false
    await expect.poll(() => seen).toEqual([1n, 2n])
    const known = () => chain.knownBlocks?.().map((block) => block.number)
    await expect.poll(known).toEqual([1n, 2n])
    // Block 3 is missing. The blocks below a gap may have been replaced, so they are no longer known.
    number = 4
    await expect.poll(known).toEqual([4n])
    ignore()
    // Blocks are forgotten when they are no longer polled.
    await expect.poll(known).toEqual([])
  })
})
