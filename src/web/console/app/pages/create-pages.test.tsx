import type { ComponentType } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Role } from '#protocol/roles.ts'
import { NewWalletPage } from '#web/console/features/wallets/new-wallet-page.tsx'
import { answerRequests, renderLive } from '#web/console/testing/render-live.tsx'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { NewApiKeyPage, NewIntegrationPage, NewWebhookPage } from './create-pages.tsx'

afterEach(() => void vi.unstubAllGlobals())

const as = (role: Role) => ({ session: { ...SIGNED_IN, admin: { ...SIGNED_IN.admin, role } } })

test.each<[string, ComponentType, Role, Role, string]>([
  ['an API key', NewApiKeyPage, 'operator', 'admin', 'For owners and admins'],
  ['an integration', NewIntegrationPage, 'operator', 'admin', 'For owners and admins'],
  ['a webhook endpoint', NewWebhookPage, 'operator', 'admin', 'For owners and admins'],
  ['a wallet', NewWalletPage, 'read-only', 'operator', 'For owners, admins and operators'],
])('error: a role that may not create %s sees the reason, not a form', (_, Page, role, able, reason) => {
  answerRequests({ 'GET /api/org/domains': [] })
  const refused = renderLive(<Page />, as(role))
  expect(refused.querySelectorAll('form, input, textarea')).toHaveLength(0)
  expect(refused.textContent).toContain(reason)
  answerRequests({})
  const allowed = renderLive(<Page />, as(able))
  expect(allowed.querySelectorAll('form')).toHaveLength(1)
  expect(allowed.textContent).not.toContain(reason)
})

const DOMAIN = {
  id: '8d7a5a4e-1c2b-4d5e-8f90-1a2b3c4d5e6f',
  domain: window.location.hostname,
  rpIdHash: `0x${'ab'.repeat(32)}`,
  verifiedAtDatetime: '2026-11-22T12:00:00.000Z',
}

test.each([
  ['no domain', []],
  ['another domain', [{ ...DOMAIN, domain: 'shop.example' }]],
  ['the domain, not verified', [{ ...DOMAIN, verifiedAtDatetime: null }]],
])(
  'error: an organization with %s cannot start creating a wallet and sees a link to its domains',
  async (_, domains) => {
    answerRequests({ 'GET /api/org/domains': domains })
    const page = renderLive(<NewWalletPage />)
    await expect.poll(() => page.textContent).toContain('is not a verified domain of this organization')
    expect(page.querySelectorAll('form')).toHaveLength(0)
    expect(page.querySelector('main a[href="/domains"], a[href="/domains"]')).not.toBeNull()
  },
)

test('behavior: with a verified domain, the form is displayed', async () => {
  answerRequests({ 'GET /api/org/domains': [DOMAIN] })
  const page = renderLive(<NewWalletPage />)
  await expect.poll(() => page.querySelectorAll('form')).toHaveLength(1)
  expect(page.textContent).not.toContain('is not a verified domain')
})
