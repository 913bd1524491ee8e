import { expect, test } from 'vitest'
import { readProcessMemory } from './process-memory.ts'

test.runIf(process.platform === 'linux')('behavior: the memory of a running process', () => {
  const bytes = readProcessMemory(process.pid)
  expect(bytes).toBeGreaterThan(10 * 2 ** 20)
  expect(bytes).toBeLessThan(16 * 2 ** 30)
})

test('behavior: a process that does not exist → undefined', () => {
  expect(readProcessMemory(2 ** 30)).toBeUndefined()
})
