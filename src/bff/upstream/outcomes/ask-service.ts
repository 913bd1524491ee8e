import * as z from 'zod/mini'
import { BAAS_ENDPOINTS, SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { envelopeSchema } from '#protocol/fields.ts'
import { configSchema } from '#protocol/organization.ts'
import type { BffContext } from '#bff/context.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import type { Organization } from '#bff/ports.ts'
import { sendUpstream } from '#bff/upstream/send-upstream.ts'
import { upstreamRequest } from '#bff/upstream/upstream-request.ts'

/** The hosted service's answer just now; `features: null` when it has no `GET /config` (profile 8). */
export type ServiceAnswer = { apiKey: 'accepted' | 'refused' | 'unreachable'; features: string[] | null }

const configAnswerSchema = envelopeSchema(configSchema)

/** Asks the service whether it accepts our key and which extensions it has. Its answers never throw. */
export async function askService(
  ctx: BffContext,
  organization: Organization,
  requestId: string,
): Promise<ServiceAnswer> {
  const config = await ask(ctx, organization, BAAS_ENDPOINTS.getConfig, requestId)
  if (config === undefined) return { apiKey: 'unreachable', features: null }
  if (config.status === 401) return { apiKey: 'refused', features: null }
  const answered = z.safeParse(configAnswerSchema, config.body)
  if (answered.success) return { apiKey: 'accepted', features: answered.data.content.features }
  // An unknown path may be refused before the key is checked: a path of the specification is used instead.
  const tokens = await ask(ctx, organization, SPEC_ENDPOINTS.listAllowedTokens, requestId)
  if (tokens === undefined) return { apiKey: 'unreachable', features: null }
  return { apiKey: tokens.status === 401 ? 'refused' : 'accepted', features: null }
}

async function ask(ctx: BffContext, organization: Organization, endpoint: Endpoint, requestId: string) {
  const call = { base: 'baas', endpoint, requestId } as const
  try {
    const { response, text } = await sendUpstream(ctx, upstreamRequest(ctx.settings, organization, call))
    return { status: response.status, body: tryJson(text) }
  } catch (error) {
    if (error instanceof HttpError) return undefined
    throw error
  }
}
