import type { QueryClient } from '@tanstack/react-query'
import { CONSOLE_TEXTS } from '#web/console/lib/console-texts.ts'
import { offerTexts, preferredLanguage, showLanguage } from '#web/ui/language.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { loadPageAt } from './pages.ts'

/** After that the outline is drawn, and what is missing comes into it. */
const WAIT_MS_MAX = 1_000

type Address = { pathname: string; search: string }

/**
 * All that a page needs to be drawn, asked for at once instead of one after the other: the texts of the
 * language, and for at most a second who is signed in, the code of the page and what it reads first. Never fails: what
 * could not be loaded is asked for again, and its failure shown, by whatever needs it.
 */
export async function loadFirstScreen(queryClient: QueryClient, address: Address): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, WAIT_MS_MAX))
  offerTexts(CONSOLE_TEXTS)
  // A language that cannot be loaded now is no reason to show nothing: English needs no file.
  const texts = showLanguage(preferredLanguage()).catch(() => undefined)
  await Promise.all([texts, Promise.race([loadPage(queryClient, address), late])])
}

/** The session, the code of the page and, for a signed-in administrator, what the page reads first. Never fails. */
async function loadPage(queryClient: QueryClient, { pathname, search }: Address): Promise<void> {
  const session = queryClient.prefetchQuery(sessionQuery())
  const [page] = await Promise.all([loadPageAt(pathname), session])
  const isSignedIn = queryClient.getQueryData(sessionQuery().queryKey)?.signedIn === true
  if (isSignedIn) await page?.read?.(queryClient, new URLSearchParams(search))
}
