import { afterEach, expect, test, vi } from 'vitest'
import { SESSION_END_REASONS, type SessionEnd } from '#protocol/console/console-session.ts'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { sessionQuery, signedOut } from '#web/console/lib/session.query.ts'
import { answerRequests, renderLive } from '#web/console/testing/render-live.tsx'
import { SignInPage } from './sign-in-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const SENTENCES: Record<SessionEnd['reason'], string> = {
  'signed-out': 'You signed out in every tab of this browser.',
  'signed-out-everywhere': 'You signed out everywhere: all your sessions ended.',
  'ended-from-another-session': 'You ended this session from another browser.',
  'ended-by-member': 'Grace ended your sessions in this organization.',
  'member-removed': 'Grace removed you from the organization.',
  'member-deprovisioned': 'Your identity provider removed you from the organization.',
  'organization-deleted': 'Grace deleted the organization.',
  'recovery-code':
    'A recovery code of your account was used in another browser, which ended all your sessions.',
  'recovery-link':
    'A recovery link for your account was used in another browser, which ended all your sessions.',
  replaced: 'You signed in again in this browser.',
  unknown: 'You are signed outYour session ended.',
}

test.each(SESSION_END_REASONS)(
  'behavior: the sign-in page says that the session ended: %s',
  async (reason) => {
    answerRequests({ 'GET /api/session': signedOut({ reason, by: 'Grace' }) })
    const place = renderSignIn()
    await expect.poll(() => place.textContent).toContain(SENTENCES[reason])
  },
)

test('behavior: says nothing about a session if nobody was signed in', async () => {
  const asked = answerRequests({ 'GET /api/session': signedOut() })
  const place = renderSignIn()
  await expect.poll(() => asked).toContain('GET /api/session')
  await expect.poll(() => place.textContent).toContain('I lost my passkey')
  expect(place.textContent).not.toContain('You are signed out')
})

function renderSignIn(): HTMLElement {
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionQuery().queryKey, signedOut())
  return renderLive(<SignInPage />, { queryClient })
}
