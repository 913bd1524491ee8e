import * as z from 'zod/mini'
import type { CallsService, HasDatabase } from '#bff/context-parts.ts'
import { answer } from '#bff/http/exchange.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { LOGO_SIDE_MAX } from '#protocol/limits.ts'
import { ORGANIZATION_ENDPOINTS } from '#protocol/organization.ts'
import { widgetBrandSchema, type WidgetBrand } from '#protocol/widget-api.ts'
import { findAccent } from '#server-kit/pictures/find-accent.ts'
import { readPixels } from '#server-kit/pictures/read-pixels.ts'
import { callForWidget } from './widget-call.ts'
import type { WidgetHandler } from './widget-token.ts'

/** This path exists only for the widget. */
export const READ_BRAND = {
  method: 'GET',
  path: '/brand',
  scope: null,
  query: z.strictObject({}),
  answer: widgetBrandSchema,
  summary: 'Read the name, the logo and the color of the organization',
} as const satisfies Endpoint

/**
 * `GET /api/widget/brand`: the organization as its end-users see it. Empty for the console's own widget, which keeps
 * the console's look. Only the name if a hosted service has no logos.
 */
export const readBrand: WidgetHandler<typeof READ_BRAND, CallsService & HasDatabase> = async (asked) => {
  const { admin, organization } = asked.token
  if (admin !== null) return answer({} satisfies WidgetBrand)
  const { name } = organization
  const { content } = await callForWidget(asked, ORGANIZATION_ENDPOINTS.getOrganization, {
    ifLacking: { id: organization.id, name, sandbox: false },
  })
  const { logo } = content
  return answer({ name, ...(typeof logo === 'string' && describeLogo(logo)) } satisfies WidgetBrand)
}

/** A logo with its color. A gray logo has none. */
function describeLogo(logo: string): Pick<WidgetBrand, 'logo' | 'accent'> {
  const pixels = readPixels(Buffer.from(logo, 'base64'), LOGO_SIDE_MAX)
  const accent = pixels && findAccent(pixels)
  return { logo, ...(accent !== undefined && { accent }) }
}
