import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { widgetSessionRequestSchema, widgetSessionSchema } from './console-api.ts'

/** What an integrator's backend asks the BFF for, by its integration secret and not by an API key. Source: profile 11. */
export const OPEN_WIDGET_SESSION = {
  method: 'POST',
  path: '/api/widget/sessions',
  scope: null,
  body: widgetSessionRequestSchema,
  answer: widgetSessionSchema,
  summary: 'Open a widget session for one of your users',
} as const satisfies Endpoint
