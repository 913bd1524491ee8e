import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#server-kit/http/http-error.ts'
import { respondWith, startAnsweringNode, type NodeResponse } from '#service/testing/answering-node.ts'
import { foundSchema } from './find-transaction.ts'
import { namingSetting } from './naming-setting.ts'
import { blockSchema, quantitySchema, receiptSchema } from './rpc-schemas.ts'
import { createRpc, isProvidersFault, NotServedAnswer, RpcError, UnexpectedAnswer } from './rpc.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const CHAIN_FAILED = 'CHAIN_FAILED'
const OVER_LIMIT =
  'RPC_URL has reached the limit of its provider. Wait, raise the limit of the plan, or use another provider.'

const NO_KEY =
  'RPC_URL refuses access (401 or 403). Check the key in the address, and what its provider allows it.'
const refusedKey = (id: number) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_600, message: 'project ID is required' } })

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
    expect(await ask(await startAnsweringNode(respondWith({ result: '0x14821' })))).toBe(84_001n)
    expect(await ask(await startAnsweringNode(respondWith({ result: '0x14821', error: null })))).toBe(84_001n)
  })

  test.each<[string, NodeResponse]>([
    ['a response of another type', respondWith({ result: 5 })],
    ['a response that is not a number', respondWith({ result: '0xzz' })],
    ['no result', respondWith({})],
    ['an array', (response) => response.end('[]')],
    ['no JSON', (response) => response.end('<html>')],
    ['an empty body', (response) => response.end()],
    ['a server error', (response) => response.writeHead(500).end('oh no')],
    ['too many requests', (response) => response.writeHead(429).end('slow down')],
    ['a reset', (response) => response.destroy()],
    ['a malformed error', respondWith({ error: { message: 5 } })],
  ])('error: %s is CHAIN_FAILED', async (_, answer) => {
    expect(await ask(await startAnsweringNode(answer))).toMatchObject({ code: 'CHAIN_FAILED', status: 502 })
  })

  test.each<[string, NodeResponse, z.ZodMiniType, unknown]>([
    // status-im/status-go 361.
    ['JSON-RPC without a result', respondWith({}), z.null(), null],
    ['JSON-RPC without a result or version', (response) => response.end('{"id":7}'), z.null(), CHAIN_FAILED],
    ['a gateway’s message', (response) => response.end('{"message":"slow down"}'), foundSchema, CHAIN_FAILED],
    ['a gateway’s message as JSON-RPC', respondWith({ message: 'slow down' }), foundSchema, CHAIN_FAILED],
    ['JSON-RPC with an empty error and no result', respondWith({ error: null }), z.null(), null],
    ['JSON-RPC without a result, for a number', respondWith({}), quantitySchema, CHAIN_FAILED],
  ])('behavior: %s → null, or no response of a node', async (_, answer, schema, expected) => {
    const given = await ask(await startAnsweringNode(answer), schema)
    if (expected === CHAIN_FAILED) expect(given).toMatchObject({ code: CHAIN_FAILED })
    else expect(given).toBe(expected)
  })

  test.each<[string, NodeResponse]>([
    ['without the version of JSON-RPC', (response) => response.end('{"message":"Slow down, please"}')],
    ['with the version of JSON-RPC', respondWith({ message: 'Slow down, please' })],
    ['as a text at `error`', respondWith({ error: 'Slow down, please' })],
  ])('error: the log has the words of a gateway %s', async (_, answer) => {
    const error = await ask(await startAnsweringNode(answer), foundSchema)
    expect(error).toBeInstanceOf(UnexpectedAnswer)
    expect(readCauses(error)).toContain('the gateway says: Slow down, please')
  })

  test.each([
    [404, true],
    // A provider that is not paid (enviodev/hyperindex 715).
    [402, false],
  ])('error: status %d without JSON is a method that is not served: %s', async (status, isNotServed) => {
    const error = await ask(await startAnsweringNode((response) => response.writeHead(status).end('<html>')))
    expect(error instanceof NotServedAnswer).toBe(isNotServed)
  })

  test.each<[string, NodeResponse, string]>([
    [
      'a method that it lacks (OffchainLabs/arbitrum-docs 3320)',
      respondWith({ error: { code: -32_601, message: 'the method does not exist/is not available' } }),
      'RPC_URL does not serve eth_chainId. Use an address that serves it.',
    ],
    [
      'an error of its own',
      respondWith({ error: { code: -32_000, message: 'invalid project id' } }),
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
    [
      'a limit in JSON',
      respondWith({ error: { code: -32_005, message: 'rate limit exceeded' } }),
      OVER_LIMIT,
    ],
    [
      '503',
      (response) => response.writeHead(503).end(),
      'RPC_URL does not respond as a node does. Check the address and that it runs.',
    ],
  ])('error: %s → a sentence with the setting and the next step', async (_, answer, sentence) => {
    const error = await ask(await startAnsweringNode(answer))
    expect(() => namingSetting('RPC_URL')(error)).toThrow(sentence)
  })

  test('error: a refused key is the fault of the provider, so another one may serve the request', async () => {
    const error = await ask(
      await startAnsweringNode((response, { id }) => response.writeHead(403).end(refusedKey(id))),
    )
    expect(error).toMatchObject({ rpcCode: -32_600 })
    expect(isProvidersFault(error)).toBe(true)
  })

  test('error: an endless response is CHAIN_FAILED', async () => {
    const url = await startAnsweringNode((response) => {
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
    const askBriefly = async (answer: NodeResponse) =>
      ask(await startAnsweringNode(answer), quantitySchema, 400)
    expect(await askBriefly(() => {})).toMatchObject({ code: 'CHAIN_TIMEOUT', status: 504 })
    const drip: NodeResponse = (response) => {
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    }
    expect(await askBriefly(drip)).toMatchObject({ code: 'CHAIN_TIMEOUT' })
  })

  test('error: a refusal has code, text and data for callers who check them, and is CHAIN_FAILED for the others', async () => {
    const refused = await ask(
      await startAnsweringNode(
        respondWith({ error: { code: 3, message: 'execution reverted', data: '0x12' } }),
      ),
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
    const server = await startAnsweringNode((response, body) => {
      seen = response.req.headers.authorization
      respondWith({ result: '0x1' })(response, body)
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

  test.each(Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }))(
    'behavior: reads a response that was compressed without a request (%s)',
    async (encoding, compress) => {
      const url = await startAnsweringNode((response, { id }) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id, result: '0x14821' })
        response.setHeader('content-encoding', encoding).end(compress(body))
      })
      expect(await ask(url)).toBe(84_001n)
    },
  )
})
