import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { serviceWorld } from '#service/testing/service-world.ts'
import { isLeased, prolongLease, returnLease, takeLease, underLease } from './leases.ts'

const opened = await serviceWorld.database()
afterAll(() => opened.close())

const log = pino({ level: 'silent' })
const newLease = (ttlMs: number) => ({ name: `test ${randomUUID()}`, owner: randomUUID(), ttlMs })

test('behavior: a lease has one owner, who may renew it; once returned, another can take it', async () => {
  const lease = newLease(60_000)
  const other = { ...lease, owner: randomUUID() }
  expect(await takeLease(opened.db, lease)).toBe(true)
  expect(await takeLease(opened.db, lease)).toBe(true)
  expect(await takeLease(opened.db, other)).toBe(false)
  await returnLease({ db: opened.db, log }, other)
  expect(await isLeased(opened.db, lease.name)).toBe(true)
  await returnLease({ db: opened.db, log }, lease)
  expect(await isLeased(opened.db, lease.name)).toBe(false)
  expect(await takeLease(opened.db, other)).toBe(true)
})

test('behavior: a prolonged lease lasts longer; prolonging a returned lease takes nothing', async () => {
  const lease = newLease(0)
  await takeLease(opened.db, lease)
  expect(await isLeased(opened.db, lease.name)).toBe(false)
  await prolongLease(opened.db, { ...lease, ttlMs: 60_000 })
  expect(await isLeased(opened.db, lease.name)).toBe(true)
  await returnLease({ db: opened.db, log }, lease)
  await prolongLease(opened.db, { ...lease, ttlMs: 60_000 })
  expect(await isLeased(opened.db, lease.name)).toBe(false)
})

test('behavior: exactly one of 50 simultaneous attempts gets the lease', async () => {
  const lease = newLease(60_000)
  const taken = await Promise.all(
    Array.from({ length: 50 }, () => takeLease(opened.db, { ...lease, owner: randomUUID() })),
  )
  expect(taken.filter(Boolean)).toHaveLength(1)
})

test("behavior: a lease that is not renewed expires by the database's clock", async () => {
  const lease = newLease(30)
  await takeLease(opened.db, lease)
  await expect.poll(() => isLeased(opened.db, lease.name)).toBe(false)
  expect(await takeLease(opened.db, { ...lease, owner: randomUUID() })).toBe(true)
})

test('behavior: follow-up work does not delay the result, and ends before another takes the lease', async () => {
  const ctx = { db: opened.db, log }
  const name = `work ${randomUUID()}`
  const follow: (() => void)[] = []
  const followed = new Promise<void>((resolve) => follow.push(resolve))
  const ended = await underLease(
    ctx,
    name,
    async () => 'done',
    () => followed,
  )
  expect(ended).toEqual({ result: 'done' })
  expect(await isLeased(opened.db, name)).toBe(true)
  for (const resolve of follow) resolve()
  await expect.poll(() => isLeased(opened.db, name)).toBe(false)
})

test('behavior: work under a lease runs alone, and returns the lease even if it fails', async () => {
  const { name } = newLease(0)
  const ctx = { db: opened.db, log }
  let inside = 0
  const ended = await underLease(ctx, name, async () => {
    inside = 1
    return underLease(ctx, name, async () => 'never')
  })
  expect(ended).toEqual({ result: undefined })
  expect(inside).toBe(1)
  await expect(underLease(ctx, name, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await isLeased(opened.db, name)).toBe(false)
})
