import { expect, test } from 'vitest'
import { NotReady, ofSharedPart, PartAway, readinessReply, type ReadinessCheck } from './health.ts'

const well: ReadinessCheck = async () => 'a note'
const wrong: ReadinessCheck = async () => {
  throw new NotReady('is wrong')
}
const away: ReadinessCheck = async () => {
  throw new PartAway('is away')
}
const silent: ReadinessCheck = async () => {
  throw new Error('ECONNREFUSED 10.0.0.7')
}

test.each<[string, Record<string, ReadinessCheck>, object]>([
  [
    'ready: every part is',
    { own: well, chain: ofSharedPart(well) },
    { status: 200, content: { status: 'ready', checks: { own: { ready: true, note: 'a note' } } } },
  ],
  [
    'degraded: a part that all processes share is not ready',
    { own: well, chain: ofSharedPart(silent) },
    {
      status: 200,
      content: { status: 'degraded', checks: { chain: { ready: false, reason: 'does not respond' } } },
    },
  ],
  [
    'not ready: a part of its own is not, which is the only one named',
    { own: silent, chain: ofSharedPart(away) },
    {
      status: 503,
      headers: { 'retry-after': '5' },
      content: { message: 'Not ready: own', code: 'UNAVAILABLE', checks: { chain: { reason: 'is away' } } },
    },
  ],
  [
    'not ready: a setting for a shared part is wrong',
    { own: well, chain: ofSharedPart(wrong) },
    { status: 503, content: { message: 'Not ready: chain', checks: { chain: { reason: 'is wrong' } } } },
  ],
])('behavior: a process is %s', async (_, checks, expected) => {
  expect(await readinessReply(checks)).toMatchObject(expected)
})
