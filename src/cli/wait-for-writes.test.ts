import { pino } from 'pino'
import { expect, test } from 'vitest'
import { freePort } from '#service/chain/anvil-process.ts'
import { waitForWrites } from './wait-for-writes.ts'

test('behavior: while the database is read-only, the process is alive and not ready, and the log has one line', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const port = await freePort()
  const { onWait } = waitForWrites({ host: '127.0.0.1', port }, { log, clientIp: (_, address) => address })
  const end = await onWait({ detail: 'the database is read-only: it is a standby', todo: 'promote it' })
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  expect((await get('/healthz')).status).toBe(200)
  const ready = await get('/readyz')
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({
    content: { checks: { database: { ready: false, reason: 'the database is read-only: it is a standby' } } },
  })
  const other = await get('/v1/baas/config')
  expect(other.status).toBe(503)
  expect(await other.json()).toMatchObject({ content: { message: 'The service is starting' } })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('it is a standby: waiting until it accepts writes')
  await end()
  await expect(get('/healthz')).rejects.toThrow()
})
