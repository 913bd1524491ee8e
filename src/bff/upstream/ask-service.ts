import * as z from 'zod/mini'
import { BAAS_ENDPOINTS, SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { envelopeSchema } from '#protocol/fields.ts'
import { configSchema } from '#protocol/organization.ts'
import type { BffContext } from '#bff/context.ts'
import type { Organization } from '#bff/ports.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { sendUpstream } from './send-upstream.ts'
import { upstreamRequest } from './upstream-request.ts'

/** The hosted service's answer just now; `features: null` when it has no `GET /config` (profile 8). */
export type ServiceAnswer = { apiKey: 'accepted' | 'refused' | 'unreachable'; features: string[] | null }

const configAnswerSchema = envelopeSchema(configSchema)

/** Asks the service whether it accepts our key and which extensions it has. */
export async function askService(ctx: BffContext, organization: Organization): Promise<ServiceAnswer> {
  const ask = async (endpoint: Endpoint) => {
    const request = upstreamRequest(ctx.settings, organization, { endpoint })
    const { response, text: body } = await sendUpstream(ctx, request)
    return { isRefused: response.status === 401, body: tryJson(body) }
  }
  try {
    const config = await ask(BAAS_ENDPOINTS.getConfig)
    const answered = z.safeParse(configAnswerSchema, config.body)
    if (answered.success) return { apiKey: 'accepted', features: answered.data.content.features }
    // An unknown path may be refused before the key is checked: a path of the specification is used instead.
    const isRefused = config.isRefused || (await ask(SPEC_ENDPOINTS.listAllowedTokens)).isRefused
    return { apiKey: isRefused ? 'refused' : 'accepted', features: null }
  } catch (error) {
    if (error instanceof HttpError) return { apiKey: 'unreachable', features: null }
    throw error
  }
}
