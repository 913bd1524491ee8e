import { afterEach, expect, test, vi } from 'vitest'
import type { Scim } from '#protocol/console/scim-endpoints.ts'
import { answerRequests, renderLive, submitIn } from '#web/console/testing/render-live.tsx'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { ScimCard } from './scim-card.tsx'

afterEach(() => void vi.unstubAllGlobals())

const NONE: Scim = {
  baseUrl: 'https://wallets.example/scim/v2',
  canMail: true,
  activeUsers: 0,
  pendingUsers: 0,
  token: null,
}
const TOKEN = {
  start: 'scim_live_abcd',
  createdBy: 'Ada',
  createdAtDatetime: '2026-11-21T10:00:00.000Z',
  lastUsedAtDatetime: null,
}
const SECRET = 'scim_live_abcdefgh'
const READ = 'GET /api/scim'
const CREATE = 'POST /api/scim/token'
const REVOKE = 'DELETE /api/scim/token'

const buttons = (card: HTMLElement) => [...card.querySelectorAll('button')].map((one) => one.textContent)
function press(card: HTMLElement, label: string) {
  const button = [...card.querySelectorAll('button')].find((one) => one.textContent === label)
  if (button === undefined) throw new Error(`there is no button "${label}"`)
  button.click()
}

test('behavior: an owner creates the token after a confirmation, and sees it once', async () => {
  const asked = answerRequests({ [READ]: NONE, [CREATE]: { ...NONE, token: TOKEN, secret: SECRET } })
  const card = renderLive(<ScimCard />)
  await expect.poll(() => card.textContent).toContain('https://wallets.example/scim/v2')
  expect(buttons(card)).not.toContain('Revoke token')
  press(card, 'Create token')
  await expect.poll(() => card.textContent).toContain('never the last owner')
  expect(asked).not.toContain(CREATE)
  submitIn(card)
  await expect.poll(() => card.querySelector('[data-secret]')?.textContent).toBe(SECRET)
})

test('behavior: a token is replaced and revoked with the consequence first', async () => {
  const asked = answerRequests({
    [READ]: { ...NONE, token: TOKEN, activeUsers: 3, pendingUsers: 1 },
    [REVOKE]: NONE,
  })
  const card = renderLive(<ScimCard />)
  await expect.poll(() => card.textContent).toContain('scim_live_abcd…')
  expect(card.textContent).toContain('Never')
  expect(card.textContent).toContain('3 people, 1 of them not joined yet')
  press(card, 'Replace token')
  await expect.poll(() => card.textContent).toContain('The present token ends at once.')
  press(card, 'Cancel')
  press(card, 'Revoke token')
  await expect.poll(() => card.textContent).toContain('can no longer remove members who leave')
  expect(asked).not.toContain(REVOKE)
  submitIn(card)
  await expect.poll(() => asked).toContain(REVOKE)
})

test('behavior: other members read who may create the token, and that mail is missing', async () => {
  answerRequests({ [READ]: { ...NONE, canMail: false } })
  const session = { ...SIGNED_IN, admin: { ...SIGNED_IN.admin, role: 'admin' as const } }
  const card = renderLive(<ScimCard />, { session })
  await expect.poll(() => card.textContent).toContain('For owners')
  expect(buttons(card)).not.toContain('Create token')
  expect(card.textContent).toContain('This deployment has no mail server')
})
