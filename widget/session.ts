import { classifyCredential, type CredentialForm, type ServerCredential } from '#protocol/credential-form.ts'
import { withDeadline } from './deadline.ts'
import { WidgetError } from './errors.ts'

/** Source of the widget token. The page sets `token`, `getToken` or both. */
export type TokenSource = { token?: string | undefined; getToken?: (() => Promise<string>) | undefined }

export type Session = ReturnType<typeof createSession>

/**
 * Holds the widget token in memory only. Reads `source` at each use, so the page may set a new token at any
 * time.
 */
export function createSession(source: () => TokenSource): {
  token: () => Promise<string>
  renew: (refused: string) => Promise<string>
} {
  let current: string | undefined
  let given: string | undefined
  let asking: Promise<string> | undefined

  function ask(getToken: () => Promise<string>): Promise<string> {
    asking ??= askPage(getToken)
      .then((token) => (current = token))
      .finally(() => (asking = undefined))
    return asking
  }

  /** The token to send now. Throws `CONFIGURATION` if the page set none, and `SESSION_EXPIRED` if it was refused. */
  async function token(): Promise<string> {
    const { token: fromPage, getToken } = source()
    if (fromPage !== undefined && fromPage !== '' && fromPage !== given)
      current = given = requireSendable(fromPage)
    if (current !== undefined) return current
    if (getToken !== undefined) return ask(getToken)
    // The page's only token was refused, perhaps for another request at the same time.
    if (given !== undefined) throw notRenewed()
    throw new WidgetError('CONFIGURATION', { detail: 'set token or getToken' })
  }

  /**
   * Returns a fresh token after a 401. Throws `SESSION_EXPIRED` if there is none. Parallel callers share one
   * call to the page.
   */
  async function renew(refused: string): Promise<string> {
    const { getToken } = source()
    if (current === refused) current = undefined
    const known = current ?? (getToken === undefined ? await token().catch(() => undefined) : undefined)
    if (known !== undefined && known !== refused) return known
    if (getToken === undefined) throw notRenewed()
    return ask(getToken)
  }

  return { token, renew }
}

const notRenewed = () => new WidgetError('SESSION_EXPIRED', { detail: 'refused; no getToken' })

const SECRETS: Readonly<Record<ServerCredential, string>> = {
  'api-key': 'API key',
  'integration-secret': 'integration secret',
  'webhook-secret': 'webhook secret',
}

function isSecret(form: CredentialForm): form is ServerCredential {
  return form in SECRETS
}

/**
 * Returns the text if it can be a token. A secret of the server is never sent or printed.
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
  // A header cannot contain other characters. The request would fail as if the connection were lost.
  if (!/^[\w-]+$/.test(token)) throw new WidgetError('CONFIGURATION', { detail: NO_TOKEN })
  return token
}

const NO_TOKEN = 'the token is no widget token'

/** The error for a token that the page renewed and the server refused again. */
export function refusedTwice(token: string): WidgetError {
  return classifyCredential(token) === 'widget-token'
    ? new WidgetError('SESSION_EXPIRED', { detail: 'unknown to the server' })
    : new WidgetError('CONFIGURATION', { detail: NO_TOKEN })
}

/** Timeout of the page's backend for a new token, in milliseconds. */
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
