import { withDeadline } from './deadline.ts'
import { WidgetError } from './errors.ts'

/** Where the widget token comes from: the page sets `token`, or `getToken`, or both. */
export type TokenSource = { token?: string | undefined; getToken?: (() => Promise<string>) | undefined }

export type Session = ReturnType<typeof createSession>

/**
 * Holds the widget token in memory only. `source` is read at each use, so the page may set a new token at any time.
 */
export function createSession(source: () => TokenSource) {
  let current: string | undefined
  let given: string | undefined
  let asking: Promise<string> | undefined

  function ask(getToken: () => Promise<string>): Promise<string> {
    asking ??= askPage(getToken)
      .then((token) => (current = token))
      .finally(() => (asking = undefined))
    return asking
  }

  /** The token to send now. Throws `CONFIGURATION` when the page gave none. */
  async function token(): Promise<string> {
    const { token: fromPage, getToken } = source()
    if (fromPage !== undefined && fromPage !== '' && fromPage !== given) current = given = fromPage
    if (current !== undefined) return current
    if (getToken === undefined) {
      throw new WidgetError('CONFIGURATION', {
        detail: 'set token or getToken',
      })
    }
    return ask(getToken)
  }

  /** Called after a 401: a fresh token, or throws `SESSION_EXPIRED`. Parallel callers share one question to the page. */
  async function renew(refused: string): Promise<string> {
    const { getToken } = source()
    if (current === refused) current = undefined
    const known = current ?? (getToken === undefined ? await token().catch(() => undefined) : undefined)
    if (known !== undefined && known !== refused) return known
    if (getToken === undefined) throw new WidgetError('SESSION_EXPIRED', { detail: 'no getToken' })
    return ask(getToken)
  }

  return { token, renew }
}

/** Of the page's backend. */
const TOKEN_DEADLINE_MS = 30_000

async function askPage(getToken: () => Promise<string>): Promise<string> {
  const { signal } = new AbortController()
  const token: unknown = await withDeadline(signal, TOKEN_DEADLINE_MS, getToken).catch((cause: unknown) => {
    throw new WidgetError('SESSION_EXPIRED', { detail: 'getToken failed', cause })
  })
  if (typeof token !== 'string' || token === '') {
    throw new WidgetError('SESSION_EXPIRED', { detail: 'getToken: no text' })
  }
  return token
}
