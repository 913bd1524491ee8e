import type { QueryClient } from '@tanstack/query-core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, vi } from 'vitest'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { SessionContext } from '#web/console/lib/session.query.ts'
import { act } from './act.ts'
import { SIGNED_IN } from './signed-in.ts'

/**
 * Response to a request such as `GET /api/org/keys?limit=2`: the content or a `Response`. Undefined means
 * 404.
 */
export type Answers = (request: string) => unknown

/** Replaces the server. Returns the list of requests in order. */
export function serve(answers: Answers): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    const request = `${method} ${url}`
    asked.push(request)
    const content = answers(request)
    if (content instanceof Response) return content
    const status = content === undefined ? 404 : 200
    const missing = { code: 'NOT_FOUND', message: 'Not found' }
    return Response.json({ statusCode: status, content: content ?? missing }, { status })
  })
  return asked
}

/** Renders a page of the console for a signed-in owner in happy-dom. `serve` replaces its server. */
export async function renderPage(
  page: ReactNode,
  { pattern = '/', at = '/' } = {},
): Promise<{
  queryClient: QueryClient
  place: HTMLDivElement
  text: () => string
  shows: (check: () => boolean) => Promise<true>
  leave: () => Promise<void>
}> {
  const queryClient = createQueryClient()
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <SessionContext value={SIGNED_IN}>
          <MemoryRouter initialEntries={[at]}>
            <Routes>
              <Route path={pattern} element={page} />
            </Routes>
          </MemoryRouter>
        </SessionContext>
      </QueryClientProvider>,
    ),
  )
  return {
    queryClient,
    place,
    text: () => place.textContent,
    /** Waits until the page shows the expected content, and lets React render meanwhile. */
    shows: (check: () => boolean) => act(() => vi.waitUntil(check, { timeout: 5_000, interval: 10 })),
    leave: async () => {
      await act(async () => root.unmount())
      queryClient.clear()
      place.remove()
      vi.unstubAllGlobals()
    },
  }
}

/**
 * Polls with an `act` before each reading. A poll inside of one `act` would wait for seconds, because React renders
 * suspended components again only when the `act` ends.
 */
export function pollRendered<Value>(read: () => Value): ReturnType<typeof expect.poll<Value>> {
  return expect.poll(async () => {
    await act(async () => undefined)
    return read()
  })
}
