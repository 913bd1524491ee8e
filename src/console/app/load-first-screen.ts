import type { QueryClient } from '@tanstack/react-query'
import { preferredLanguage, showLanguage } from '#console/lib/language.ts'
import { sessionQuery } from '#console/lib/session.query.ts'
import { loadPageAt } from './pages.ts'

/** After that the outline is drawn, and what is missing comes into it. */
const WAIT_MS_MAX = 1_000
/** The server's picture of the page is better than an outline, but nobody can use it. */
const WAIT_BEHIND_PICTURE_MS_MAX = 5_000

type Place = { pathname: string; search: string }

/**
 * All that the first picture of a page needs, asked for at once instead of one after the other: the texts of the
 * language, and for at most a second who is signed in, the code of the page and what it reads first. Never fails: what
 * could not be loaded is asked for again, and its failure shown, by whatever needs it. `hasPicture`: the server has drawn
 * the page, and that is on the screen until this is done.
 */
export async function loadFirstScreen(
  queryClient: QueryClient,
  place: Place,
  { hasPicture }: { hasPicture: boolean },
): Promise<void> {
  const waitMs = hasPicture ? WAIT_BEHIND_PICTURE_MS_MAX : WAIT_MS_MAX
  const late = new Promise((resolve) => setTimeout(resolve, waitMs))
  // A language that cannot be loaded now is no reason to show nothing: English needs no file.
  const texts = showLanguage(preferredLanguage()).catch(() => undefined)
  await Promise.all([texts, Promise.race([loadPage(queryClient, place), late])])
}

/** Who is signed in, the code of the page, and to somebody who is what it reads first. Never fails. */
export async function loadPage(queryClient: QueryClient, { pathname, search }: Place): Promise<void> {
  const session = queryClient.prefetchQuery(sessionQuery())
  const [page] = await Promise.all([loadPageAt(pathname), session])
  const isSignedIn = queryClient.getQueryData(sessionQuery().queryKey)?.signedIn === true
  if (isSignedIn) await page?.read?.(queryClient, new URLSearchParams(search))
}
