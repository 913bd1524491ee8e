import { expect, test } from 'vitest'
import { withDeadline } from './deadline.ts'

test('behavior: work that ends in time returns its result or its error', async () => {
  await expect(withDeadline(1_000, () => Promise.resolve(1))).resolves.toBe(1)
  await expect(withDeadline(1_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

test('error: late work rejects with a TimeoutError', async () => {
  await expect(withDeadline(1, () => new Promise(() => {}))).rejects.toMatchObject({ name: 'TimeoutError' })
})
