import { expect, test } from 'vitest'
import { createHeadWatch } from './watch-head.ts'

test.each([
  ['blocks in order', [5n, 6n, 7n], 0],
  ['responses that arrive in another order', [7n, 5n, 8n], 0],
  ['a node three blocks behind', [7n, 4n, 8n], 1],
  ['every second node far behind', [40n, 10n, 41n, 11n, 42n], 2],
  ['a node that stays behind until it has the newest block again', [40n, 10n, 20n, 40n, 41n], 2],
])('param: counts %s', (_, numbers, times) => {
  let counted = 0
  const watch = createHeadWatch(() => (counted += 1))
  for (const number of numbers) expect(watch.note({ number })).toEqual({ number })
  expect(watch.note(null)).toBeNull()
  expect(counted).toBe(times)
})
