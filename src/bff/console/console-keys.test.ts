import { expect, test } from 'vitest'
import { API_KEY, contentOf } from '#bff/testing/harness.ts'
import { adminForEach, harnessForEach } from '#bff/testing/set-up.ts'

const harness = harnessForEach()
const admin = adminForEach(harness)

const key = (id: string, start: string) => ({
  id,
  label: id,
  start,
  scopes: ['org:manage'],
  createdAtDatetime: '2026-11-20T00:00:00.000Z',
  lastUsedAtDatetime: null,
  expiresAtDatetime: null,
  revokedAtDatetime: null,
})

test('behavior: says which key the console itself speaks with, and nothing of the key', async () => {
  harness.upstream.on('GET /v1/org/keys', () => ({
    content: [key('own', API_KEY.slice(0, 19)), key('other', 'pk_live_Others_abcd')],
  }))
  const answer = await admin.browser.send('/api/console-keys')
  const text = await answer.clone().text()
  expect(await contentOf(answer)).toEqual(['own'])
  expect(text).not.toContain(API_KEY)
})
