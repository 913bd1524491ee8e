import { afterEach, expect, test, vi } from 'vitest'
import type { Integration } from '#protocol/console/integrations.ts'
import { fieldIn, renderLive, submitIn, typeInto } from '#web/console/testing/render-live.tsx'
import { EditIntegrationDialog } from './integration-form.tsx'

afterEach(() => void vi.unstubAllGlobals())

const INTEGRATION: Integration = {
  id: '2f3f1f7e-7a52-4c6c-9a53-cccccccccccc',
  label: 'Shop',
  start: 'is_live_abcd',
  origins: ['https://a.example', 'https://b.example'],
  operations: ['create', 'execute'],
  createdAtDatetime: '2026-11-21T10:00:00.000Z',
  revokedAtDatetime: null,
  previousSecret: null,
}

test('behavior: the edit form has the integration’s values and refuses an invalid origin before sending', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    sent.push([`${init?.method} ${url}`, await new Request(new URL(url, window.location.href), init).json()])
    return new Response(JSON.stringify({ statusCode: 200, content: INTEGRATION }))
  })
  let closed = 0
  const dialog = renderLive(
    <EditIntegrationDialog integration={INTEGRATION} onClose={() => void (closed += 1)} />,
  )
  expect(fieldIn(dialog, 'Origins').value).toBe('https://a.example\nhttps://b.example')
  typeInto(fieldIn(dialog, 'Origins'), 'http://a.example')
  submitIn(dialog)
  await expect.poll(() => dialog.textContent).toContain('must use https outside localhost')
  typeInto(fieldIn(dialog, 'Origins'), 'https://a.example, https://c.example/')
  dialog.querySelector<HTMLInputElement>('input[value="transfer"]')?.click()
  submitIn(dialog)
  const origins = ['https://a.example', 'https://c.example']
  const operations = ['create', 'transfer', 'execute']
  await expect
    .poll(() => sent)
    .toEqual([[`PUT /api/integrations/${INTEGRATION.id}`, { label: 'Shop', origins, operations }]])
  await expect.poll(() => closed).toBe(1)
})
