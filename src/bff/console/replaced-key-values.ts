import type { CallsService } from '#bff/context-parts.ts'
import { bffError } from '#bff/http/exchange.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import type { ForwardedRequest } from './forwarded-call.ts'

type KeyChange =
  | ForwardedRequest<'rotateApiKey', CallsService>
  | ForwardedRequest<'updateApiKey', CallsService>

/**
 * Reads the values that a change of a key replaces, for the audit log. Refuses to replace the secret or the scopes of
 * the key that this BFF uses. A person would otherwise receive the new secret, and without the scopes the console and
 * every widget would be locked out.
 *
 * @param change whether the request replaces the secret, and the fields that it sets
 * @throws CONFLICT
 */
export async function readReplacedValues(
  { ctx, session: { organization }, params }: KeyChange,
  change: { replacesSecret: boolean; fields: object },
): Promise<Record<string, unknown> | undefined> {
  const { content: keys } = await callUpstream(ctx, organization, { endpoint: ORG_ENDPOINTS.listApiKeys })
  const key = keys.find(({ id }) => id === params.keyId.toLowerCase())
  if (key === undefined) return undefined
  const wanted = new Map<string, unknown>(Object.entries(change.fields))
  const isProtected = change.replacesSecret || wanted.has('scopes')
  if (isProtected && organization.apiKey.startsWith(key.start))
    throw bffError('CONFLICT', 'This key is the console’s own: its secret and scopes stay as they are.')
  const isReplaced = ([name, value]: [string, unknown]) =>
    wanted.has(name) && JSON.stringify(wanted.get(name)) !== JSON.stringify(value)
  return Object.fromEntries(Object.entries(key).filter(isReplaced))
}
