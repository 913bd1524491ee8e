import { classifyCredential, type CredentialForm, type ServerCredential } from '#protocol/credential-form.ts'
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
    if (fromPage !== undefined && fromPage !== '' && fromPage !== given)
      current = given = requireSendable(fromPage)
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
    if (getToken === undefined)
      throw new WidgetError('SESSION_EXPIRED', { detail: 'the token was refused; no getToken' })
    return ask(getToken)
  }

  return { token, renew }
}

const SECRETS: Readonly<Record<ServerCredential, string>> = {
  'api-key': 'API key',
  'integration-secret': 'integration secret',
  'webhook-secret': 'webhook secret',
}

function isSecret(form: CredentialForm): form is ServerCredential {
  return form in SECRETS
}

/**
 * The text, if it can be sent as a token at all. A secret of the server is not sent anywhere, and never printed.
 *
 * @throws WidgetError `CONFIGURATION`
 */
function requireSendable(token: string): string {
  const form = classifyCredential(token)
  if (isSecret(form)) {
    const detail = `Your ${SECRETS[form]} reached a browser: revoke it now`
    // oxlint-disable-next-line no-console -- printed even where a page handles the error
    console.error(`[latchkey] ${detail}`)
    throw new WidgetError('CONFIGURATION', { detail })
  }
  if (form === 'json')
    throw new WidgetError('CONFIGURATION', { detail: 'the token is JSON text: return its member token' })
  // Anything else could not be a header, and would fail as if there were no connection.
  if (!/^[\w-]+$/.test(token)) throw new WidgetError('CONFIGURATION', { detail: NO_TOKEN })
  return token
}

const NO_TOKEN = 'the token is no widget token'

/** The error of a token that the page renewed and the server refused again. */
export function refusedTwice(token: string): WidgetError {
  return classifyCredential(token) === 'widget-token'
    ? new WidgetError('SESSION_EXPIRED', { detail: 'unknown to the server' })
    : new WidgetError('CONFIGURATION', { detail: NO_TOKEN })
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
  return requireSendable(token)
}
