import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { apiError } from '#server-kit/http/http-error.ts'
import { restAfterSilence } from './rest-after-silence.ts'
import type { RpcClient } from './rpc.ts'

const TIMEOUT_MS = 8_000

/** A server that responds, fails or is silent according to `state.answer`, with a clock that the test moves. */
function startServer() {
  const state = { now: 0, asked: 0, answer: (): unknown => 1 }
  const rpc: RpcClient = {
    request: async (schema) => {
      state.asked += 1
      return z.parse(schema, await state.answer())
    },
    close: async () => {},
  }
  const resting = restAfterSilence(rpc, TIMEOUT_MS, () => state.now)
  return { state, ask: () => resting.request(z.number(), 'eth_accounts', []) }
}
const failing = (code: 'CHAIN_TIMEOUT' | 'CHAIN_FAILED') => () => {
  throw apiError(code)
}

test('behavior: a silent server gets no request for 5 seconds, then one, and all once it responds', async () => {
  const { state, ask } = startServer()
  state.answer = failing('CHAIN_TIMEOUT')
  await expect(ask()).rejects.toMatchObject({ code: 'CHAIN_TIMEOUT' })
  state.now = 4_999
  await expect(ask()).rejects.toMatchObject({ code: 'CHAIN_TIMEOUT' })
  expect(state.asked).toBe(1)

  state.now = 5_000
  let release: (result: number) => void = () => {}
  const answered = new Promise<number>((resolve) => {
    release = resolve
  })
  state.answer = () => answered
  const attempt = ask()
  await expect(ask()).rejects.toMatchObject({ code: 'CHAIN_TIMEOUT' })
  expect(state.asked).toBe(2)
  release(7)
  expect(await attempt).toBe(7)
  state.answer = () => 8
  expect(await Promise.all([ask(), ask()])).toEqual([8, 8])
})

test('behavior: a server that refuses gets the next request at once', async () => {
  const { state, ask } = startServer()
  state.answer = failing('CHAIN_FAILED')
  await expect(ask()).rejects.toMatchObject({ code: 'CHAIN_FAILED' })
  state.answer = () => 2
  expect(await ask()).toBe(2)
})
