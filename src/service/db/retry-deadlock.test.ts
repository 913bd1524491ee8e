import { expect, test } from 'vitest'
import { retryDeadlock } from './database.ts'

const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })

test.each([
  ['a deadlock', deadlock],
  ['a collision of serializable transactions', Object.assign(new Error('collision'), { code: '40001' })],
])('behavior: a transaction that %s ended runs again', async (_, error) => {
  let runs = 0
  const work = async () => {
    runs += 1
    if (runs < 3) throw error
    return 'done'
  }
  expect(await retryDeadlock(work)).toBe('done')
  expect(runs).toBe(3)
})

test('error: one that never ends, and any other error, is thrown', async () => {
  let runs = 0
  const always = async () => {
    runs += 1
    throw deadlock
  }
  await expect(retryDeadlock(always)).rejects.toBe(deadlock)
  expect(runs).toBe(5)
  const other = new Error('other')
  await expect(retryDeadlock(() => Promise.reject(other))).rejects.toBe(other)
})
