import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { leaveOpen } from '#web/console/testing/leave-open.ts'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { loadFirstScreen } from './load-first-screen.ts'

function answer(answers: Record<string, unknown>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const content = answers[url.replace(/\?.*$/, '')]
    if (content === undefined)
      return Response.json({ statusCode: 404, content: { message: 'no' } }, { status: 404 })
    return Response.json({ statusCode: 200, content })
  })
  return asked
}

// Timers are fake, so that the time limit (one second) passes only if a test advances it. Loading a page's code may
// be slow.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('loadFirstScreen', () => {
  test('behavior: loads the session and the first rows, with the filters of the address', async () => {
    const asked = answer({ '/api/session': SIGNED_IN, '/api/baas/wallets': [] })
    const queryClient = createQueryClient()
    await loadFirstScreen(queryClient, { pathname: '/wallets', search: '?q=savings' })
    expect(queryClient.getQueryData(sessionQuery().queryKey)).toMatchObject({ signedIn: true })
    expect(asked.toSorted()).toEqual(['/api/baas/wallets?q=savings&limit=200', '/api/session'])
  })

  test('behavior: requests only the session if nobody is signed in', async () => {
    const asked = answer({ '/api/session': { signedIn: false, setupRequired: false } })
    await loadFirstScreen(createQueryClient(), { pathname: '/', search: '' })
    expect(asked).toEqual(['/api/session'])
  })

  test('error: a hanging or failing server delays the page for at most a second', async () => {
    vi.stubGlobal('fetch', leaveOpen)
    let isDrawn = false
    const drawn = loadFirstScreen(createQueryClient(), { pathname: '/nowhere', search: '' }).then(() => {
      isDrawn = true
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(isDrawn).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await drawn
    answer({})
    await loadFirstScreen(createQueryClient(), { pathname: '/nowhere', search: '' })
  })
})
