import { expect, test } from 'vitest'
import { mayOpen } from './may-open.ts'

test.each<[what: string, hook: (() => unknown) | undefined, opens: boolean]>([
  ['no hook', undefined, true],
  ['true', () => true, true],
  ['nothing', () => {}, true],
  ['false', () => false, false],
  ['a promise of true', async () => true, true],
  ['a promise of nothing', async () => {}, true],
  ['a promise of false', async () => false, false],
  ['false after a check of the backend', () => Promise.resolve().then(() => false), false],
])('behavior: a hook that returns %s → decides whether the prompt opens', async (_what, hook, opens) => {
  expect(await mayOpen(hook, null)).toBe(opens)
})

test('error: a hook that rejects → the prompt does not open, and the page gets its own error', async () => {
  await expect(
    mayOpen(() => Promise.reject(new Error('the backend refused the order')), null),
  ).rejects.toThrow('the backend refused the order')
})
