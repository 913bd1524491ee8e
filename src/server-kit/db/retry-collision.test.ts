import { expect, test } from 'vitest'
import { toHttpError } from '#server-kit/http/error-reply.ts'
import { retryCollision } from './retry-collision.ts'

const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
const misnamed = Object.assign(new Error('prepared statement does not exist'), { code: '26000' })
const outdated = Object.assign(new Error('cached plan must not change result type'), {
  code: '0A000',
  routine: 'RevalidateCachedQuery',
})
const serialization = Object.assign(new Error('could not serialize access'), { code: '40001' })

test.each([
  ['a deadlock', deadlock],
  ['a collision of serializable transactions', serialization],
  ['a lost prepared statement', misnamed],
  ['a prepared statement with other columns', outdated],
])('behavior: a transaction that %s ended runs again', async (_, error) => {
  let runs = 0
  const work = async () => {
    runs += 1
    if (runs < 3) throw error
    return 'done'
  }
  expect(await retryCollision(work)).toBe('done')
  expect(runs).toBe(3)
})

test('error: a collision on every attempt, or any other error, is thrown', async () => {
  let runs = 0
  const always = async () => {
    runs += 1
    throw deadlock
  }
  await expect(retryCollision(always)).rejects.toBe(deadlock)
  expect(runs).toBe(5)
  const other = new Error('other')
  await expect(retryCollision(() => Promise.reject(other))).rejects.toBe(other)
})

test.each([deadlock, serialization])(
  'error: $code on every attempt → 503, so that the caller retries',
  (error) => {
    expect(toHttpError(error)).toMatchObject({ status: 503, code: 'UNAVAILABLE', cause: error })
  },
)
