import { afterAll, beforeEach, expect, test } from 'vitest'
import { apiError } from '#server-kit/http/http-error.ts'
import { forgetOldIdempotencyKeys } from '#server-kit/idempotency/run-once.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { postRequest, readEnvelope } from '#service/testing/sum-service.ts'
import { idempotencyStore } from './endpoint-routes.ts'

const sums = await serviceWorld.sums()
afterAll(() => sums.ctx.close())
beforeEach(() => sums.reset())

const runningKeys = () =>
  sums.ctx.db.selectFrom('idempotency_keys').select('state').where('state', '=', 'running').execute()

test('behavior: a repetition returns the first response and has no effect', async () => {
  const first = await sums.post({ a: '3' }, { 'idempotency-key': 'one' })
  const again = await sums.post({ a: '3' }, { 'idempotency-key': 'one' })
  expect(await again.text()).toBe(await first.text())
  expect(sums.sum).toBe(3n)
})

test('behavior: 100 equal simultaneous posts have one effect and 100 equal responses', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () =>
      (await sums.post({ a: '4' }, { 'idempotency-key': 'many' })).text(),
    ),
  )
  expect(new Set(answers)).toEqual(new Set(['{"statusCode":200,"content":{"sum":"4"}}']))
  expect(sums.sum).toBe(4n)
})

test('behavior: two processes on one database have one effect', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  sums.behaviour = () => held
  const request = () => postRequest({ a: '1' }, { 'idempotency-key': 'processes' })
  const answers = Promise.all([sums.another()(request()), sums.another()(request())])
  await expect.poll(runningKeys).toHaveLength(1)
  letGo()
  expect((await answers).map((answer) => answer.status)).toEqual([200, 200])
  expect(sums.sum).toBe(1n)
})

test('error: the same key with another body → 422; another order of names is the same body', async () => {
  await sums.post({ a: '3', note: 'n' }, { 'idempotency-key': 'bodies' })
  expect((await sums.post('{"note":"n","a":"3"}', { 'idempotency-key': 'bodies' })).status).toBe(200)
  const other = await sums.post({ a: '4', note: 'n' }, { 'idempotency-key': 'bodies' })
  expect(other.status).toBe(422)
  expect((await readEnvelope(other)).content.code).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(sums.sum).toBe(3n)
})

test('behavior: an error is not stored: the same request may run again, another is still refused with 422', async () => {
  sums.behaviour = () => Promise.reject(apiError('WALLET_NOT_OWNED'))
  expect((await sums.post({ a: '3' }, { 'idempotency-key': 'errors' })).status).toBe(403)
  expect((await sums.post({ a: '5' }, { 'idempotency-key': 'errors' })).status).toBe(422)
  sums.behaviour = () => Promise.resolve()
  expect((await sums.post({ a: '3' }, { 'idempotency-key': 'errors' })).status).toBe(200)
})

test('behavior: keys are separate for each organization', async () => {
  await sums.post({ a: '3' }, { 'idempotency-key': 'mine' })
  const other = await sums.post({ a: '9' }, { 'idempotency-key': 'mine', 'x-api-key': 'other' })
  expect(other.status).toBe(200)
  expect(sums.sum).toBe(12n)
})

test('behavior: keys are separate for each API key: another key of the organization does not get the first one’s response', async () => {
  const first = await sums.post({ a: '3' }, { 'idempotency-key': 'shared' })
  const second = await sums.post({ a: '3' }, { 'idempotency-key': 'shared', 'x-api-key': 'second' })
  expect(await second.text()).not.toBe(await first.text())
  expect(sums.sum).toBe(6n)
  const other = await sums.post({ a: '9' }, { 'idempotency-key': 'shared', 'x-api-key': 'second' })
  expect(other.status).toBe(422)
})

test('behavior: after 24 hours a key can be used again, and old rows are deleted', async () => {
  await sums.post({ a: '3' }, { 'idempotency-key': 'old' })
  sums.ctx.clock.advance(24 * 3_600_000 + 1)
  expect((await sums.post({ a: '4' }, { 'idempotency-key': 'old' })).status).toBe(200)
  expect(sums.sum).toBe(7n)
  sums.ctx.clock.advance(24 * 3_600_000 + 1)
  await forgetOldIdempotencyKeys(idempotencyStore(sums.ctx))
  expect(await sums.ctx.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
})

test('behavior: a run aborted by a crash may run again after its lease', async () => {
  sums.behaviour = () => new Promise(() => undefined)
  void sums.post({ a: '3' }, { 'idempotency-key': 'crash' })
  await expect.poll(runningKeys).toHaveLength(1)
  sums.behaviour = () => Promise.resolve()
  sums.ctx.clock.advance(11_000)
  expect((await sums.post({ a: '3' }, { 'idempotency-key': 'crash' })).status).toBe(200)
})

test('behavior: stored responses are sealed, so the database does not reveal them', async () => {
  sums.sum = 123_456_000_000n
  await sums.post({ a: '789' }, { 'idempotency-key': 'sealed' })
  const rows = JSON.stringify(await sums.ctx.db.selectFrom('idempotency_keys').selectAll().execute())
  expect(rows).not.toContain('123456000789')
  expect(rows).not.toContain('"sealed"')
})

test.each(['', 'a b', 'x'.repeat(256), 'é'])('error: refuses header %j', async (key) => {
  const response = await sums.post({ a: '1' }, { 'idempotency-key': key })
  expect(response.status).toBe(400)
  expect((await readEnvelope(response)).content.errors).toMatchObject([{ path: 'Idempotency-Key' }])
})
