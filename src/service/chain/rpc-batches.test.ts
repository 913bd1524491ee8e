import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer, type Server } from 'node:http'
import * as z from 'zod/mini'
import { createRpc, RpcError, type RpcClient } from './rpc.ts'

type Message = { id: number; method: string; params: number[] }

let server: Server
let rpc: RpcClient
/** The methods of each HTTP request that arrived. */
const arrived: string[][] = []
let answers: (messages: Message[]) => unknown = reversed

/** JSON-RPC lets a node answer a batch in any order. */
function reversed(messages: Message[]): unknown {
  const all = messages.map(({ id, method, params }) =>
    method === 'refuse'
      ? { jsonrpc: '2.0', id, error: { code: -32_000, message: 'no' } }
      : { jsonrpc: '2.0', id, result: params[0] },
  )
  return all.toReversed()
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
      const messages = (Array.isArray(body) ? body : [body]) as Message[]
      arrived.push(messages.map(({ method }) => method))
      const answer = answers(messages)
      response.end(JSON.stringify(Array.isArray(body) || !Array.isArray(answer) ? answer : answer[0]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  rpc = createRpc({ url: `http://127.0.0.1:${port}`, batches: { underWayMax: 1, sizeMax: 10 } })
})
afterAll(async () => {
  await rpc.close()
  server.close()
})

const ask = (value: number, method = 'echo') => rpc.request(z.number(), method, [value])

describe('createRpc with batches', () => {
  test('behavior: what is asked at once goes together, and each gets its own answer', async () => {
    arrived.length = 0
    const values = Array.from({ length: 25 }, (_, index) => index)
    expect(await Promise.all(values.map((value) => ask(value)))).toEqual(values)
    expect(arrived.map((batch) => batch.length)).toEqual([10, 10, 5])
  })

  test('behavior: one alone is no batch', async () => {
    arrived.length = 0
    expect(await ask(7)).toBe(7)
    expect(arrived).toEqual([['echo']])
  })

  test('error: a refused request fails alone', async () => {
    const results = await Promise.allSettled([ask(1), ask(2, 'refuse'), ask(3)])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await expect(ask(2, 'refuse')).rejects.toBeInstanceOf(RpcError)
  })

  test.each<[string, (messages: Message[]) => unknown]>([
    ['no list', () => ({ jsonrpc: '2.0', id: 1, result: 1 })],
    ['nothing', () => null],
    ['a list of something else', () => ['a', 'b']],
    ['an answer too few', (messages) => messages.slice(1).map(({ id }) => ({ id, result: 1 }))],
  ])('error: a batch that is answered with %s is CHAIN_FAILED', async (_, wrong) => {
    answers = wrong
    try {
      const [first] = await Promise.allSettled([ask(1), ask(2)])
      expect(first).toMatchObject({ status: 'rejected', reason: { code: 'CHAIN_FAILED' } })
    } finally {
      answers = reversed
    }
    expect(await ask(9)).toBe(9)
  })
})
