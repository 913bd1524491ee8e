import { afterEach, expect, test, vi } from 'vitest'
import type { Domain } from '#protocol/domains.ts'
import { formatRelatedOrigins } from '#protocol/passkey/related-origins.ts'
import { fieldIn, renderLive, submitIn, typeInto } from '#web/console/testing/render-live.tsx'
import { RelatedOrigins } from './related-origins.tsx'

afterEach(() => void vi.unstubAllGlobals())

const DOMAIN: Domain = {
  id: '2f3f1f7e-7a52-4c6c-9a53-dddddddddddd',
  domain: 'shop.example',
  rpIdHash: `0x${'ab'.repeat(32)}`,
  verifiedAtDatetime: '2026-11-21T10:00:00.000Z',
  relatedOrigins: ['https://shop.de'],
}
const URL_OF_FILE = 'https://shop.example/.well-known/webauthn'

test('behavior: shows the exact file, refuses an invalid origin with its line, and saves the list', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const body: unknown = await new Request(new URL(url, window.location.href), init).json()
    sent.push([`${init?.method} ${url}`, body])
    return new Response(JSON.stringify({ statusCode: 200, content: { ...DOMAIN, ...Object(body) } }))
  })
  const card = renderLive(<RelatedOrigins domain={DOMAIN} />)
  expect(card.textContent).toContain(URL_OF_FILE)
  expect(card.querySelector('code')?.textContent).toBe(formatRelatedOrigins(['https://shop.de']))
  expect(fieldIn(card, 'Related origins').value).toBe('https://shop.de')
  typeInto(fieldIn(card, 'Related origins'), 'https://shop.de\nhttp://shop.fr')
  submitIn(card)
  await expect.poll(() => card.textContent).toContain('Line 2: must use https outside localhost')
  typeInto(fieldIn(card, 'Related origins'), 'https://shop.de/, https://shop.fr')
  submitIn(card)
  const relatedOrigins = ['https://shop.de', 'https://shop.fr']
  await expect.poll(() => sent).toEqual([[`PUT /api/org/domains/${DOMAIN.id}`, { relatedOrigins }]])
})

test.each([
  ['without related origins', [], 'no file'],
  ['of a service without related origins', undefined, 'nothing'],
])('behavior: a domain %s shows %3$s', (_, relatedOrigins, shown) => {
  const card = renderLive(<RelatedOrigins domain={{ ...DOMAIN, relatedOrigins }} />)
  expect(card.textContent).not.toContain(URL_OF_FILE)
  expect(card.querySelectorAll('form')).toHaveLength(shown === 'nothing' ? 0 : 1)
})
