import { ORG_ENDPOINTS } from '#protocol/org/endpoints.ts'
import type { BffContext } from '#bff/context.ts'
import { bffError } from '#bff/http/bff-error.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import type { UpstreamCall } from '#bff/upstream/upstream-request.ts'

/**
 * Refuses to rotate the key by which this BFF speaks for the organization: the new secret would go to a person,
 * and with the end of the grace period the console and every widget would be shut out.
 *
 * @throws CONFLICT
 */
export async function keepOwnKey(
  ctx: BffContext,
  organization: Organization,
  { params, requestId }: UpstreamCall,
): Promise<void> {
  const call = { base: 'org', endpoint: ORG_ENDPOINTS.listApiKeys, requestId } as const
  const { content: keys } = await callUpstream(ctx, organization, call)
  const rotated = keys.find((key) => key.id === params?.['keyId']?.toLowerCase())
  if (rotated === undefined || !organization.apiKey.startsWith(rotated.start)) return
  throw bffError('CONFLICT', 'This is the key of the console itself. It cannot be rotated from here.')
}
