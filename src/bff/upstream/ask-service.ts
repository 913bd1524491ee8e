import * as z from 'zod/mini'
import { BAAS_ENDPOINTS, SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { envelopeSchema } from '#protocol/fields.ts'
import { configSchema } from '#protocol/organization.ts'
import type { BffContext, Organization } from '#bff/context.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { sendUpstream, upstreamRequest } from './send-upstream.ts'
import { findOrganization, firstOrganizationId } from '#bff/organizations/organization.ts'

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

/**
 * Why the deployment's organization cannot use the service, in words that may be shown to anyone; `undefined` when it
 * answers. Uses one read, which needs no scope to show whether the key is known.
 */
export async function upstreamFault(ctx: BffContext): Promise<string | undefined> {
  const organization = await findOrganization(ctx, await firstOrganizationId(ctx))
  if (organization === undefined) return 'there is no organization yet'
  const call = { endpoint: SPEC_ENDPOINTS.listAllowedTokens }
  try {
    const { response } = await sendUpstream(ctx, upstreamRequest(ctx.settings, organization, call))
    return faultOfStatus(response.status)
  } catch {
    return 'the service does not answer: check UPSTREAM_URL'
  }
}

/** A key that lacks the scope (403) or is rate limited (429) is known all the same. */
export function faultOfStatus(status: number): string | undefined {
  if (status === 401) return 'the service refuses the API key: check UPSTREAM_API_KEY'
  if (status < 400 || status === 403 || status === 429) return undefined
  return `the service answers ${status}: check UPSTREAM_URL`
}
