import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createMetrics } from '#service/http/metrics.ts'
import { createTestClock } from '#service/testing/test-context.ts'
import { createBusiestCallers } from './busiest-callers.ts'

const MINUTE_MS = 60_000

function start() {
  const clock = createTestClock()
  // Begins at a full minute, so that the test does not cross one.
  clock.advance(MINUTE_MS - (clock.now().getTime() % MINUTE_MS))
  const metrics = createMetrics({ log: pino({ level: 'silent' }) })
  const { count } = createBusiestCallers({ clock, metrics })
  const send = (organizationId: string, keyId: string, requests: number) => {
    for (let request = 0; request < requests; request += 1) count({ organizationId, keyId })
  }
  const readLines = async (name: string) =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith(`latchkey_${name}{`))
  return { clock, send, readLines }
}

test('behavior: names the five busiest keys of the last complete minute, and sums the others', async () => {
  const { clock, send, readLines } = start()
  for (let key = 1; key <= 200; key += 1) send(`org-${key % 100}`, `key-${key}`, key)
  expect(await readLines('key_requests')).toEqual([
    'latchkey_key_requests{organization="others",key="others"} 0',
  ])
  clock.advance(MINUTE_MS)
  expect(await readLines('key_requests')).toEqual([
    'latchkey_key_requests{organization="org-0",key="key-200"} 200',
    'latchkey_key_requests{organization="org-99",key="key-199"} 199',
    'latchkey_key_requests{organization="org-98",key="key-198"} 198',
    'latchkey_key_requests{organization="org-97",key="key-197"} 197',
    'latchkey_key_requests{organization="org-96",key="key-196"} 196',
    'latchkey_key_requests{organization="others",key="others"} 19110',
  ])
  const organizations = await readLines('organization_requests')
  expect(organizations).toHaveLength(6)
  expect(organizations[0]).toBe('latchkey_organization_requests{organization="org-0"} 300')
  clock.advance(MINUTE_MS)
  expect(await readLines('key_requests')).toHaveLength(1)
})

test('behavior: counts at most ten thousand keys in a minute, and further ones for the others', async () => {
  const { clock, send, readLines } = start()
  for (let key = 1; key <= 10_000; key += 1) send('org', `key-${key}`, 1)
  send('org', 'late', 50)
  clock.advance(MINUTE_MS)
  const lines = await readLines('key_requests')
  expect(lines).toHaveLength(6)
  expect(lines.filter((line) => line.includes('late'))).toEqual([])
  expect(lines.at(-1)).toBe('latchkey_key_requests{organization="others",key="others"} 10045')
})
