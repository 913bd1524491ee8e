/** The credentials that belong on a server. */
export type ServerCredential = 'api-key' | 'integration-secret' | 'webhook-secret'

/**
 * Kind of credential that a text looks like. The credential itself may be invalid. `other`: not a credential.
 */
export type CredentialForm = ServerCredential | 'widget-token' | 'json' | 'other'

/** The public prefix of each credential. */
export const CREDENTIAL_PREFIXES = {
  'api-key': 'pk_live_',
  'integration-secret': 'is_live_',
  'webhook-secret': 'whsec_',
} as const satisfies Record<ServerCredential, string>

const SERVER_CREDENTIALS: readonly ServerCredential[] = ['api-key', 'integration-secret', 'webhook-secret']
/** Format of the widget tokens that the server accepts. */
const WIDGET_TOKEN = /^[A-Za-z0-9_-]{20,200}$/
const JSON_START = /^\s*[{"]/

/**
 * Classifies a text that is used as a credential. A server's credential is found anywhere in the text, because
 * a page may contain the whole settings of its backend.
 */
export function classifyCredential(text: string): CredentialForm {
  const leaked = SERVER_CREDENTIALS.find((name) => text.includes(CREDENTIAL_PREFIXES[name]))
  if (leaked !== undefined) return leaked
  if (WIDGET_TOKEN.test(text)) return 'widget-token'
  return JSON_START.test(text) ? 'json' : 'other'
}
