import { randomUUID } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, test } from 'vitest'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { createService, type Service } from '#service/create-service.ts'
import { isLeased, returnLease, takeLease } from '#service/db/leases.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { addServiceTools, type TestService } from '#service/testing/test-service.ts'

/** Two services with one database, one chain and the same keys, like two processes. */
const chain = await serviceWorld.chain()
const base = await serviceWorld.context({ chain: chain.chain })
const { relay: _, ...parts } = base
const { mails, logLines, clock, close } = base
const services = [1, 2].map(() =>
  createService({ ...parts, relayerSigners: [privateKeyToAccount(chain.relayerKey)] }),
)
const [first, second] = services as [Service, Service]
const stop = () => Promise.resolve()
const ctx = Object.assign(await first.start(), { mails, logLines, clock, close })
const one = await addServiceTools({ ctx, fetch: first.fetch, stop })
await second.start()
const other: TestService = { ...one, call: (method, path, options) => callOn(second, method, path, options) }
afterAll(async () => {
  for (const service of services) await service.stop()
  await one.ctx.close()
  await chain.close()
})

type Call = TestService['call']
const callOn = async (service: Service, ...[method, path, options]: Parameters<Call>): ReturnType<Call> => {
  const response = await service.fetch(
    new Request(`http://service.test${path}`, {
      method,
      headers: { 'x-api-key': one.demo.key, 'content-type': 'application/json' },
      body: JSON.stringify(options?.body),
    }),
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, content: JSON.parse(text).content }
}

async function newRequest() {
  const passkey = createSoftwarePasskey('localhost')
  const email = `user-${passkey.qxHex.slice(0, 12)}@example.com`
  const verificationCode = await one.requestCode(email)
  const { qxHex: qx, qyHex: qy, rpIdHash } = passkey
  const address = walletAddress({ factory: one.ctx.chain.factory, ...passkey }).toLowerCase()
  return { address, body: { qx, qy, rpIdHash, email, verificationCode } }
}
const create = (process: TestService, body: unknown) => process.call('POST', '/v1/baas/wallets', { body })

async function rowsOf(address: string) {
  const { db } = one.ctx
  const wallets = await db.selectFrom('wallets').selectAll().where('address', '=', address).execute()
  const relayed = await db
    .selectFrom('relayed_transactions')
    .select('id')
    .where(
      'id',
      'in',
      wallets.map((wallet) => wallet.relayed_id),
    )
    .execute()
  return { wallets, relayed }
}

test('behavior: one of 40 equal concurrent requests creates; nothing is deployed twice, and the code stays valid', async () => {
  const { address, body } = await newRequest()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_unused, index) => create(index % 2 === 0 ? one : other, body)),
  )
  const created = answers.filter(({ status }) => status === 200)
  expect(created).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ status }) => status))).toEqual(
    new Set([400]),
  )
  const { wallets, relayed } = await rowsOf(address)
  expect(wallets).toHaveLength(1)
  expect(relayed).toHaveLength(1)
})

test('behavior: C1: if a process ends during a creation, the other completes it with the same response', async () => {
  const { address, body } = await newRequest()
  const first = await create(one, body)
  expect(first.status).toBe(200)
  // The service marks the row right after the response, and then gives up the lease of the creation.
  await expect.poll(() => isLeased(one.ctx.db, `wallet ${address}`)).toBe(false)
  // Restores the state of a wallet that is stored and whose creation has no response yet, with a lease that its process
  // still holds.
  await one.ctx.db.updateTable('wallets').set({ answered_at: null }).where('address', '=', address).execute()
  const lease = { name: `wallet ${address}`, owner: randomUUID(), ttlMs: 60_000 }
  await takeLease(one.ctx.db, lease)
  let ended = false
  const repeated = create(other, body).finally(() => (ended = true))
  const looks = () => one.ctx.db.selectFrom('leases').select('name').where('name', '=', lease.name).execute()
  for (let look = 0; look < 20; look += 1) await looks()
  expect(ended).toBe(false)
  // Frees the lease, as if it had expired because its process ended.
  await returnLease(one.ctx, lease)
  expect((await repeated).text).toBe(first.text)
  expect((await rowsOf(address)).wallets).toHaveLength(1)
  expect((await create(one, body)).content.code).toBe('WALLET_ALREADY_DEPLOYED')
})

test('behavior: a process that ended with the lease before storing delays the creation until it expires, and the code stays valid', async () => {
  const { address, body } = await newRequest()
  const lease = { name: `wallet ${address}`, owner: randomUUID(), ttlMs: 300 }
  await takeLease(one.ctx.db, lease)
  expect(await create(other, body)).toMatchObject({ status: 200 })
  expect((await rowsOf(address)).wallets).toMatchObject([
    { status: expect.stringMatching(/submitted|deployed/) },
  ])
})
