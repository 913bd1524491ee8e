import * as z from 'zod/mini'
import type { HasUpstream, HasUpstreamUrls } from '#bff/context-parts.ts'
import type { Organization } from '#bff/ports.ts'
import { configSchema } from '#protocol/deployment-config.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { envelopeSchema } from '#protocol/fields.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { sendUpstream } from './send-upstream.ts'
import { upstreamRequest } from './upstream-request.ts'

/** State of the hosted service, checked now. `features` is null if the service lacks `GET /config` (profile 8). */
export type ServiceAnswer = { apiKey: 'accepted' | 'refused' | 'unreachable'; features: string[] | null }

const configAnswerSchema = envelopeSchema(configSchema)

/** Checks whether the service accepts our key, and which extensions it has. */
export async function askService(
  ctx: HasUpstreamUrls & HasUpstream,
  organization: Organization,
): Promise<ServiceAnswer> {
  const ask = async (endpoint: Endpoint) => {
    const request = upstreamRequest(ctx.settings, organization, { endpoint })
    const { response, text: body } = await sendUpstream(ctx, request)
    return { isRefused: response.status === 401, body: tryJson(body) }
  }
  try {
    const config = await ask(BAAS_ENDPOINTS.getConfig)
    const answered = z.safeParse(configAnswerSchema, config.body)
    if (answered.success) return { apiKey: 'accepted', features: answered.data.content.features }
    // A service may refuse an unknown path before it checks the key, so this uses a path of the specification.
    const isRefused = config.isRefused || (await ask(BAAS_ENDPOINTS.listAllowedTokens)).isRefused
    return { apiKey: isRefused ? 'refused' : 'accepted', features: null }
  } catch (error) {
    if (error instanceof HttpError) return { apiKey: 'unreachable', features: null }
    throw error
  }
}
