import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { offerTexts, preferredLanguage, showLanguage, type TextLoaders } from '#web/ui/text.ts'
import { loadPageAt } from './pages.ts'

/** Maximum wait before the outline is rendered, in milliseconds. The rest follows later. */
const WAIT_MS_MAX = 1_000

type Address = { pathname: string; search: string }

/**
 * Loads what a page needs in parallel: the texts of the language and, for at most a second, the session, the
 * page's code and its first data. Never fails. The component that uses missing data requests it again and
 * shows the failure.
 */
export async function loadFirstScreen(queryClient: QueryClient, address: Address): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, WAIT_MS_MAX))
  offerTexts(CONSOLE_TEXTS)
  // If a language fails to load, the page is in English, which needs no file.
  const texts = showLanguage(preferredLanguage()).catch(() => undefined)
  await Promise.all([texts, Promise.race([loadPage(queryClient, address), late])])
}

/** Loads the session, the page's code and, for a signed-in administrator, its first data. Never fails. */
async function loadPage(queryClient: QueryClient, { pathname, search }: Address): Promise<void> {
  const session = queryClient.prefetchQuery(sessionQuery())
  const [page] = await Promise.all([loadPageAt(pathname), session])
  const isSignedIn = queryClient.getQueryData(sessionQuery().queryKey)?.signedIn === true
  if (isSignedIn) await page?.read?.(queryClient, new URLSearchParams(search))
}

/** Texts of the console, one chunk per language, loaded when the language is chosen. */
export const CONSOLE_TEXTS: TextLoaders = {
  de: () => import('#web/console/lib/texts-de.ts').then(({ texts }) => texts),
  es: () => import('#web/console/lib/texts-es.ts').then(({ texts }) => texts),
}
