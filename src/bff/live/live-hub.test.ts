import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { ORGANIZATION } from '#bff/testing/test-bff.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createLiveHub } from './live-hub.ts'

const world = await forFile(consoleWorld.bff({ upstreamFetch: () => Promise.reject(new Error('away')) }))

test('behavior: a wait ends at its timeout, even after a garbage collection', async () => {
  setFlagsFromString('--expose_gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('this Node cannot collect on demand')
  const hub = createLiveHub(() => world.ctx)
  const waiting = hub.waitForTransaction({
    organizationId: ORGANIZATION.id,
    transactionUuid: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa',
    signal: new AbortController().signal,
    timeoutMs: 300,
  })
  const collecting = setInterval(() => void collect(), 20)
  expect(await waiting).toBe(false)
  clearInterval(collecting)
  hub.stop()
}, 10_000)
