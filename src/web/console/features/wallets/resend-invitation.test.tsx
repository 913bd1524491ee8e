import { afterEach, expect, test, vi } from 'vitest'
import { renderLive } from '#web/console/testing/render-live.tsx'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { ResendInvitation } from './resend-invitation.tsx'

const ADDRESS = `0x${'11'.repeat(20)}`

afterEach(() => void vi.unstubAllGlobals())

/** Responds to the invitation request with a status. */
function answer(status: number, content: unknown): string[] {
  const posted: string[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    posted.push(`${init?.method} ${path}`)
    return Response.json({ statusCode: status, content }, { status })
  })
  return posted
}
const buttons = (place: HTMLElement) => [...place.querySelectorAll('button')]

test('behavior: mails the invitation again, once', async () => {
  const posted = answer(200, { success: true })
  const place = renderLive(<ResendInvitation address={ADDRESS} />)
  buttons(place)[0]?.click()
  await expect.poll(() => place.textContent).toBe('Sent to their email address')
  buttons(place)[0]?.click()
  expect(posted).toEqual([`POST /api/org/wallets/${ADDRESS}/invitation`])
})

test('error: says that too many invitations were sent', async () => {
  answer(429, { message: 'Too many requests', code: 'RATE_LIMITED' })
  const place = renderLive(<ResendInvitation address={ADDRESS} />)
  buttons(place)[0]?.click()
  await expect.poll(() => place.querySelector('[role=alert]')?.textContent).toMatch(/too many/i)
})

test('behavior: a read-only member sees no button', () => {
  const session = { ...SIGNED_IN, admin: { ...SIGNED_IN.admin, role: 'read-only' } as const }
  expect(buttons(renderLive(<ResendInvitation address={ADDRESS} />, { session }))).toEqual([])
})
