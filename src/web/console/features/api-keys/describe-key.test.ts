import { expect, test } from 'vitest'
import type { ApiKey } from '#protocol/api-keys.ts'
import { isExposed, isInUse, keyStatus, unusedScopes } from './key-marks.tsx'

const NOW_MS = Date.parse('2026-11-21T12:00:00Z')
const KEY: ApiKey = {
  id: '1',
  label: 'key',
  start: 'pk_live_ab',
  scopes: ['wallet:read'],
  createdAtDatetime: '2026-11-01T00:00:00Z',
  expiresAtDatetime: null,
  revokedAtDatetime: null,
  lastUsedAtDatetime: null,
}

test.each([
  [{}, 'active'],
  [{ expiresAtDatetime: '2026-11-21T12:00:01Z' }, 'active'],
  [{ expiresAtDatetime: '2026-11-21T12:00:00Z' }, 'expired'],
  [{ expiresAtDatetime: '2026-11-20T00:00:00Z', revokedAtDatetime: '2026-11-19T00:00:00Z' }, 'revoked'],
] as const)('behavior: a key with %j is %s', (change, status) => {
  expect(keyStatus({ ...KEY, ...change }, NOW_MS)).toBe(status)
})

test.each([
  [null, false],
  ['2026-11-20T12:00:00Z', true],
  ['2026-11-14T11:00:00Z', false],
])('behavior: a key last used at %s is in use: %s', (lastUsedAtDatetime, inUse) => {
  expect(isInUse({ ...KEY, lastUsedAtDatetime }, NOW_MS)).toBe(inUse)
})

const EXPOSED = { exposedAtDatetime: '2026-11-20T12:00:00Z' }
test.each([
  [{}, false],
  [EXPOSED, true],
  [{ ...EXPOSED, exposureDismissedAtDatetime: '2026-11-20T13:00:00Z' }, false],
  [{ ...EXPOSED, exposureDismissedAtDatetime: '2026-11-19T13:00:00Z' }, true],
  [{ ...EXPOSED, replacedByKeyId: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa' }, false],
  [{ ...EXPOSED, revokedAtDatetime: '2026-11-20T14:00:00Z' }, false],
])('behavior: a key with %j is exposed: %s', (change, exposed) => {
  expect(isExposed({ ...KEY, ...change }, NOW_MS)).toBe(exposed)
})

test.each([
  [{ unusedScopes: ['wallet:read'], usageSinceDatetime: '2026-11-01T00:00:00Z' }, 20],
  [{ unusedScopes: ['wallet:read'], usageSinceDatetime: '2026-11-18T00:00:00Z' }, null],
  [{ unusedScopes: [], usageSinceDatetime: '2026-11-01T00:00:00Z' }, null],
  [{}, null],
] satisfies [Partial<ApiKey>, number | null][])(
  'behavior: reports unused scopes after a week, for %j: %s',
  (change, days) => {
    const unused = unusedScopes({ ...KEY, ...change }, NOW_MS)
    expect(unused?.days ?? null).toBe(days)
  },
)
