import { expect, test } from 'vitest'
import { withDeadline } from './deadline.ts'

test('behavior: work in time is answered, and its failure too', async () => {
  await expect(withDeadline(1_000, () => Promise.resolve(1))).resolves.toBe(1)
  await expect(withDeadline(1_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

test('error: late work is a TimeoutError', async () => {
  await expect(withDeadline(1, () => new Promise(() => {}))).rejects.toMatchObject({ name: 'TimeoutError' })
})
