import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createLog } from './create-log.ts'

const lineSchema = z.object({
  level: z.number(),
  msg: z.string(),
  repeated: z.optional(z.number()),
  number: z.optional(z.number()),
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

function openLog() {
  const lines: z.infer<typeof lineSchema>[] = []
  const log = createLog('trace', { write: (line) => void lines.push(lineSchema.parse(JSON.parse(line))) })
  return { log, lines, of: (message: string) => lines.filter(({ msg }) => msg === message) }
}

test('behavior: writes ten lines of one cause in a minute, then how many were left out', () => {
  const { log, of } = openLog()
  for (let number = 1; number <= 1_000; number += 1) log.error({ number }, 'no funds')
  log.error('another cause')
  expect(of('no funds').map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(of('another cause')).toHaveLength(1)
  vi.advanceTimersByTime(60_000)
  expect(of('no funds').at(-1)).toMatchObject({ level: 50, repeated: 990 })
  expect(of('another cause')).toHaveLength(1)
  log.error({ number: 1_001 }, 'no funds')
  expect(of('no funds').at(-1)).toMatchObject({ number: 1_001 })
})

test('behavior: the loggers of one process share the limit, and levels have limits of their own', () => {
  const { log, of } = openLog()
  for (let number = 1; number <= 20; number += 1) log.child({ part: number }).warn('fails')
  log.error('fails')
  expect(of('fails').map(({ level }) => level)).toEqual([...Array.from({ length: 10 }, () => 40), 50])
})

test('behavior: every alarm is written, and another error of the same message', () => {
  const { log, of } = openLog()
  for (let number = 1; number <= 30; number += 1) log.error({ alarm: 'revealed', number }, 'a key was sent')
  expect(of('a key was sent')).toHaveLength(30)
  for (let number = 1; number <= 30; number += 1) log.error({ err: new Error('node away') }, 'request failed')
  log.error({ err: new Error('a bug') }, 'request failed')
  expect(of('request failed')).toHaveLength(11)
})

test('behavior: lines below a warning are not limited', () => {
  const { log, of } = openLog()
  for (let number = 1; number <= 50; number += 1) log.info('request')
  expect(of('request')).toHaveLength(50)
})
