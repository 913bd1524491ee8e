import type { Page } from '@playwright/test'
import { decodeSigned, type SignedTransaction } from './decode-signed.ts'

/**
 * Signed transactions that a page has sent, digests that it announced, and requests that could not be
 * decoded.
 */
export type Watched = { transactions: SignedTransaction[]; announced: string[]; faults: string[] }

const EXECUTE_PATH = '/api/widget/transactions/execute'
const watchedPages = new WeakMap<Page, Watched>()

/**
 * Records every signed transaction that `page` sends from now on, and every `latchkey-before-sign` in it.
 *
 * @example
 * await watchSigned(page, sandbox.chainId)
 * await page.goto('/checkout')
 */
export async function watchSigned(page: Page, chainId: number): Promise<void> {
  const watched: Watched = { transactions: [], announced: [], faults: [] }
  watchedPages.set(page, watched)
  page.on('request', (request) => {
    if (request.method() !== 'POST' || new URL(request.url()).pathname !== EXECUTE_PATH) return
    try {
      const transaction = decodeSigned(request.postDataJSON(), chainId)
      // A request whose response was lost is repeated with the same bytes.
      if (!watched.transactions.some(({ digest }) => digest === transaction.digest))
        watched.transactions.push(transaction)
    } catch (cause) {
      watched.faults.push(String(cause))
    }
  })
  await page.exposeFunction('latchkeyTestAnnounced', (digest: string) => void watched.announced.push(digest))
  await page.addInitScript(() => {
    addEventListener('latchkey-before-sign', (event) => {
      const announce: unknown = Reflect.get(window, 'latchkeyTestAnnounced')
      if (event instanceof CustomEvent && typeof announce === 'function') void announce(event.detail.digest)
    })
  })
}

/** The record of a page. Throws if the page is not watched. */
export function requireWatched(page: Page): Watched {
  const watched = watchedPages.get(page)
  if (watched === undefined)
    throw new Error(
      'nobody watches this page: use the `test` of latchkey/testing, or watchSigned(page, chainId)',
    )
  return watched
}
