import { afterEach, expect, test, vi } from 'vitest'
import type { ApiKey } from '#protocol/api-keys.ts'
import { answerRequests, renderLive, submitIn } from '#web/console/testing/render-live.tsx'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { ApiKeysTable } from './api-keys-page.tsx'
import { EditApiKeyDialog } from './edit-api-key-dialog.tsx'

const sent: unknown[] = []
afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

const KEY: ApiKey = {
  id: '2f3f1f7e-7a52-4c6c-9a53-bbbbbbbbbbbb',
  label: 'Backend',
  start: 'pk_live_abc123_wxyz',
  scopes: ['wallet:read', 'domain:read'],
  createdAtDatetime: '2026-11-01T00:00:00.000Z',
  expiresAtDatetime: null,
  revokedAtDatetime: null,
  lastUsedAtDatetime: null,
}

/** Responds with the ids of the console's own keys and records the bodies sent. */
function answerKeys(own: string[]) {
  answerRequests({ 'GET /api/console-keys': own })
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method !== 'PUT') return answer(url, init)
    sent.push(await new Request(new URL(url, window.location.href), init).json())
    return new Response(JSON.stringify({ statusCode: 200, content: KEY }))
  })
}
const open = () => renderLive(<EditApiKeyDialog apiKey={KEY} onClose={() => undefined} />)
const box = (place: HTMLElement, scope: string) =>
  place.querySelector<HTMLInputElement>(`input[value="${scope}"]`)

test('behavior: sends changed scopes', async () => {
  answerKeys([])
  const dialog = open()
  expect(box(dialog, 'wallet:read')?.checked).toBe(true)
  expect(box(dialog, 'wallet:create')?.checked).toBe(false)
  box(dialog, 'domain:read')?.click()
  box(dialog, 'wallet:read')?.click()
  box(dialog, 'wallet:create')?.click()
  submitIn(dialog)
  await expect.poll(() => sent).toEqual([{ label: 'Backend', scopes: ['wallet:create'] }])
})

test('behavior: omits unchanged scopes, and requires at least one', async () => {
  answerKeys([])
  const dialog = open()
  submitIn(dialog)
  await expect.poll(() => sent).toEqual([{ label: 'Backend' }])
  const none = open()
  box(none, 'wallet:read')?.click()
  box(none, 'domain:read')?.click()
  submitIn(none)
  await expect.poll(() => none.textContent?.toLowerCase()).toContain('choose at least one scope')
  expect(sent).toHaveLength(1)
})

test('error: the console’s own key has no scope choices', async () => {
  answerKeys([KEY.id])
  const dialog = open()
  await expect.poll(() => dialog.querySelectorAll('input[type="checkbox"]')).toHaveLength(0)
})

test.each([
  ['marks the keys of a sandbox', true, 1],
  ['does not mark other keys', false, 0],
])('behavior: the list %s', (_, sandbox, marks) => {
  answerKeys([])
  const table = renderLive(<ApiKeysTable keys={[KEY]} />, { session: { ...SIGNED_IN, sandbox } })
  expect(table.textContent?.split('Sandbox')).toHaveLength(marks + 1)
})
