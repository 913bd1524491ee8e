import * as z from 'zod/mini'
import { envelopeSchema, errorContentSchema } from '#protocol/fields.ts'
import { BAAS_ENDPOINTS, SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import type { Endpoint, Scope } from '#protocol/endpoint.ts'
import type { BffContext } from '#bff/context.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { sendUpstream } from '#bff/upstream/send-upstream.ts'
import { upstreamRequest, type UpstreamCall } from '#bff/upstream/upstream-request.ts'
import type { Organization } from '#bff/ports.ts'
import { scopeShownBy } from './key-scopes.ts'

/** Reads only, one for each scope that a read can detect. */
const TRIES: readonly Pick<UpstreamCall, 'endpoint' | 'query'>[] = [
  { endpoint: SPEC_ENDPOINTS.listAllowedTokens },
  { endpoint: BAAS_ENDPOINTS.listWallets },
  { endpoint: SPEC_ENDPOINTS.pendingVerification, query: { email: 'nobody@example.com' } },
]

export type KeyTry = { accepted: boolean; scopes: { scope: Scope; held: boolean }[] }

const refusalSchema = envelopeSchema(errorContentSchema)

/**
 * Tries a key at the service by reading: whether it is accepted, and its detected scopes.
 *
 * @throws UPSTREAM_UNREACHABLE, UPSTREAM_TIMEOUT or UPSTREAM_FAILED when the service does not answer
 */
export async function tryKey(
  ctx: BffContext,
  organization: Organization,
  requestId: string,
): Promise<KeyTry> {
  const answers = await Promise.all(TRIES.map((each) => ask(ctx, organization, { ...each, requestId })))
  return {
    accepted: answers.every(({ status }) => status !== 401),
    scopes: answers.flatMap(({ endpoint, status, message }) => scopeShownBy(endpoint, status, message) ?? []),
  }
}

async function ask(
  ctx: BffContext,
  organization: Organization,
  call: Pick<UpstreamCall, 'query' | 'requestId'> & { endpoint: Endpoint },
) {
  const request = upstreamRequest(ctx.settings, organization, { ...call, base: 'baas' })
  const { response, text } = await sendUpstream(ctx, request)
  const message = z.safeParse(refusalSchema, tryJson(text)).data?.content.message
  return { endpoint: call.endpoint, status: response.status, message }
}
