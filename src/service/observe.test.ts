import { pino } from 'pino'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { apiError } from '#server-kit/http/http-error.ts'
import { createMetrics } from '#service/http/metrics.ts'
import { unreachableChain } from '#service/testing/unreachable.ts'
import { type Rpc, RpcError } from './chain/rpc.ts'
import { observeChain, observeMailer } from './observe.ts'

test('behavior: counts mails, with refused ones separately, and passes the server’s reason on', async () => {
  const metrics = createMetrics({
    log: pino({ level: 'silent' }),
    process: { version: '1.2.3', role: 'bff' },
  })
  const refusal = new Error('no such user')
  const mailer = observeMailer(
    { send: ({ to }) => (to === 'refused@example.com' ? Promise.reject(refusal) : Promise.resolve()) },
    metrics,
  )
  const readLines = async (name: string) =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith(`${name}{`))
  const outcomes = () => readLines('latchkey_mails_total')
  expect(await outcomes()).toEqual([
    'latchkey_mails_total{outcome="sent"} 0',
    'latchkey_mails_total{outcome="failed"} 0',
  ])
  await mailer.send({ to: 'user@example.com', subject: 's', text: 't' })
  await expect(mailer.send({ to: 'refused@example.com', subject: 's', text: 't' })).rejects.toBe(refusal)
  expect(await outcomes()).toEqual([
    'latchkey_mails_total{outcome="sent"} 1',
    'latchkey_mails_total{outcome="failed"} 1',
  ])
  expect(await readLines('latchkey_build_info')).toEqual([
    'latchkey_build_info{version="1.2.3",role="bff"} 1',
  ])
})

test.each([
  ['a call that reverts', new RpcError('eth_call', { code: 3, message: 'execution reverted' }), 'refused'],
  ['a provider over its limit', new RpcError('eth_call', { code: -32_005, message: 'limit' }), 'failed'],
  ['a node that does not respond', apiError('CHAIN_TIMEOUT'), 'failed'],
  ['a response', undefined, 'answered'],
])('behavior: counts the outcome of %s', async (_, error, outcome) => {
  const metrics = createMetrics({ log: pino({ level: 'silent' }) })
  const rpc: Rpc = {
    request: async (schema) => {
      if (error !== undefined) throw error
      return z.parse(schema, '0x')
    },
  }
  const chain = observeChain({ ...unreachableChain(), rpc }, metrics)
  await chain.rpc.request(z.string(), 'eth_call', []).catch(() => undefined)
  expect(await metrics.text()).toContain(
    `latchkey_chain_rpc_duration_seconds_count{method="eth_call",outcome="${outcome}"} 1`,
  )
})
