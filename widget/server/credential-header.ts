import { classifyCredential, type CredentialForm } from '#protocol/credential-form.ts'
import type { ServerClientOptions } from './server-client-options.ts'

type Credential = 'apiKey' | 'integrationSecret'

/** Names of the credentials that a text may contain by mistake. */
const NAMES: Readonly<Record<CredentialForm, string | undefined>> = {
  'api-key': 'an API key (pk_live_…)',
  'integration-secret': 'an integration secret (is_live_…)',
  'webhook-secret': 'the signing secret of a webhook (whsec_…)',
  'widget-token': undefined,
  json: undefined,
  other: undefined,
}

const FORMS: Readonly<Record<Credential, CredentialForm>> = {
  apiKey: 'api-key',
  integrationSecret: 'integration-secret',
}

/**
 * The authentication header of an operation, by name and value.
 *
 * @throws TypeError if the option is missing or has another credential; the error never contains the
 * credential
 */
export function credentialHeader(
  options: ServerClientOptions,
  name: Credential,
  operation: string,
): Record<string, string> {
  const value = options[name]?.trim() ?? ''
  if (value === '') throw new TypeError(`createServerClient was given no ${name}, which ${operation} needs`)
  const form = classifyCredential(value)
  const other = form === FORMS[name] ? undefined : NAMES[form]
  if (other !== undefined) throw new TypeError(`createServerClient: ${name} is ${other}`)
  // A platform's own error about a header may contain its value.
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new TypeError(
      `createServerClient: ${name} has a space, a line break or another character that no secret has`,
    )
  return name === 'apiKey' ? { 'x-api-key': value } : { authorization: `Bearer ${value}` }
}
