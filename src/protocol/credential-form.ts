/** The credentials that belong on a server. */
export type ServerCredential = 'api-key' | 'integration-secret' | 'webhook-secret'

/** A text by its form alone. Whether a credential is valid is not known here. `other` is the form of none. */
export type CredentialForm = ServerCredential | 'widget-token' | 'json' | 'other'

/** The public beginning of each credential. */
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
 * The form of a text that stands in place of a credential. A server's credential is found anywhere in it, since a page
 * may hold the whole settings of its backend.
 */
export function classifyCredential(text: string): CredentialForm {
  const leaked = SERVER_CREDENTIALS.find((name) => text.includes(CREDENTIAL_PREFIXES[name]))
  if (leaked !== undefined) return leaked
  if (WIDGET_TOKEN.test(text)) return 'widget-token'
  return JSON_START.test(text) ? 'json' : 'other'
}
