import { expect, test } from 'vitest'
import { readContent, readError, signIn, type Admin } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { SHOP } from '#bff/testing/test-bff.ts'
import { createdIntegrationSchema, integrationListSchema } from '#protocol/console/integrations.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

const SHOP_INPUT = { label: 'Shop', origins: [SHOP], operations: ['create'] }
const KEY = 'form-1'

function create(body: unknown = SHOP_INPUT, key = KEY, { browser }: Pick<Admin, 'browser'> = admin) {
  return browser.send('/api/integrations', { method: 'POST', body, headers: { 'idempotency-key': key } })
}

async function created(...given: Parameters<typeof create>) {
  return createdIntegrationSchema.parse(await readContent(create(...given)))
}

async function labels() {
  const list = await readContent(admin.browser.send('/api/integrations'))
  return integrationListSchema.parse(list).map(({ label }) => label)
}

test('behavior: a repeated request creates nothing twice and returns the same secret', async () => {
  const first = await created()
  expect(await created()).toEqual(first)
  expect(await labels()).toEqual(['Shop'])
})

test('behavior: two concurrent requests get the same response', async () => {
  const [one, other] = await Promise.all([created(), created()])
  expect(other).toEqual(one)
  expect(await labels()).toEqual(['Shop'])
})

test('behavior: a request with another key or without a key is a new request', async () => {
  const first = await created()
  expect((await created(SHOP_INPUT, 'form-2')).id).not.toBe(first.id)
  await admin.browser.post('/api/integrations', SHOP_INPUT)
  expect(await labels()).toHaveLength(3)
})

test('error: refuses a used key for another request, and an invalid key', async () => {
  await created()
  const other = await readError(create({ ...SHOP_INPUT, label: 'Another' }))
  expect(other).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
  expect(await readError(create(SHOP_INPUT, 'x'.repeat(256)))).toMatchObject({ status: 400 })
  expect(await labels()).toEqual(['Shop'])
})

test('behavior: an error response is not stored, because it changed nothing', async () => {
  expect((await create({ ...SHOP_INPUT, label: '' })).status).toBe(400)
  await created()
  expect(await labels()).toEqual(['Shop'])
})

test('behavior: after ten minutes the stored response is deleted', async () => {
  const first = await created()
  world.pass(601)
  expect((await created()).id).not.toBe(first.id)
  expect(await world.db.selectFrom('bff_repeated_answer').select('key_hash').execute()).toHaveLength(1)
})

test('behavior: the stored response shows neither the secret nor the key, and ends with the session', async () => {
  const { secret } = await created()
  const rows = await world.db.selectFrom('bff_repeated_answer').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(JSON.stringify(rows)).not.toContain(KEY)
  await admin.browser.post('/api/sign-out')
  expect(await world.db.selectFrom('bff_repeated_answer').selectAll().execute()).toEqual([])
})

test('error: another session of the same person does not get the response', async () => {
  const first = await created()
  await signIn(admin.browser, admin.passkey)
  const again = await created()
  expect(again.secret).not.toBe(first.secret)
})

test('error: no response is repeated without the step-up that this request requires', async () => {
  await created()
  admin.browser.passkey = undefined
  expect(await readError(create())).toMatchObject({ status: 403, code: 'STEP_UP_REQUIRED' })
})
