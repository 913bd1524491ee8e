import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import * as z from 'zod/mini'
import type { PageVisit } from '#shared/org/page-picture.ts'
import { App } from '#console/app/app.tsx'
import { loadPage } from '#console/app/load-first-screen.ts'
import { firstKnownLanguage, loadTexts, speak } from '#console/lib/language.ts'
import { createQueryClient } from '#console/lib/query-client.ts'
import { sessionQuery } from '#console/lib/session.query.ts'
import { drawFor, type WindowPlace } from '#console/lib/window-place.ts'

export { askThrough } from '#console/lib/api.ts'
export { firstKnownLanguage as languageOf } from '#console/lib/language.ts'

z.config({ jitless: true })

/** More of a list than most windows show: what is below the window costs little. */
const HEIGHT_PIXELS = 1_200
const WIDTH_PIXELS = 1_440
const MOBILE_WIDTH_PIXELS = 400

/**
 * A page as somebody who is signed in sees it first, as HTML. Nothing in it can be used, found by assistive technology or
 * clicked: the page itself takes its place.
 */
export async function drawPage(visit: PageVisit): Promise<string | undefined> {
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { retry: false, staleTime: Infinity } })
  try {
    const language = firstKnownLanguage([visit.language])
    const [texts] = await Promise.all([loadTexts(language), loadPage(queryClient, visit)])
    if (!hasAll(queryClient)) return undefined
    // From here on in one go: language and window are shared with drawings for others.
    speak(language, texts)
    drawFor(placeOf(visit))
    return draw(queryClient, visit)
  } finally {
    queryClient.clear()
  }
}

function hasAll(queryClient: QueryClient): boolean {
  const asked = queryClient.getQueryCache().getAll()
  if (asked.some(({ state }) => state.status !== 'success')) return false
  return queryClient.getQueryData(sessionQuery().queryKey)?.signedIn === true
}

function placeOf({ origin, userAgent, isMobile }: PageVisit): WindowPlace {
  const widthPixels = isMobile ? MOBILE_WIDTH_PIXELS : WIDTH_PIXELS
  return { origin, userAgent, widthPixels, heightPixels: HEIGHT_PIXELS, isWide: !isMobile }
}

/** Every style attribute of React's: our policy allows none. Its quotes are never part of a text or of a value. */
const STYLES = / style="[^"]*"/g
/** React's own titles; the page has one already. */
const TITLES = /<title>[^<]*<\/title>/g

function draw(queryClient: QueryClient, { pathname, search, isMobile }: PageVisit): string {
  const router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={{ pathname, search }}>{children}</StaticRouter>
  )
  const html = renderToString(
    // A window of the other width has no use for it.
    <fieldset
      disabled
      inert
      aria-hidden
      className={`picture ${isMobile ? 'contents md:hidden' : 'hidden md:contents'}`}
    >
      <App queryClient={queryClient} router={router} />
    </fieldset>,
  )
  return html.replaceAll(STYLES, '').replaceAll(TITLES, '')
}
