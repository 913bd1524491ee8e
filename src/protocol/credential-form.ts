/** The credentials that belong on a server. */
export type ServerCredential = 'api-key' | 'integration-secret' | 'webhook-secret'

/**
 * The form of a text. It does not say whether a credential is valid. `other` is any text that is no credential.
 */
export type CredentialForm = ServerCredential | 'widget-token' | 'json' | 'other'

/** The public prefix of each credential. */
export const CREDENTIAL_PREFIXES = {
  'api-key': 'pk_live_',
  'integration-secret': 'is_live_',
  'webhook-secret': 'whsec_',
} as const satisfies Record<ServerCredential, string>

const SERVER_CREDENTIALS: readonly ServerCredential[] = ['api-key', 'integration-secret', 'webhook-secret']
/** The form of a widget token that the server reads. */
const WIDGET_TOKEN = /^[A-Za-z0-9_-]{20,200}$/
const JSON_START = /^\s*[{"]/

/**
 * The form of a text that is used as a credential. A server's credential is found anywhere in the text, because
 * a page may contain the whole settings of its backend.
 */
export function classifyCredential(text: string): CredentialForm {
  const leaked = SERVER_CREDENTIALS.find((name) => text.includes(CREDENTIAL_PREFIXES[name]))
  if (leaked !== undefined) return leaked
  if (WIDGET_TOKEN.test(text)) return 'widget-token'
  return JSON_START.test(text) ? 'json' : 'other'
}
