import type * as z from 'zod/mini'
import { widgetSessionSchema, type consoleWidgetSessionRequestSchema } from '#protocol/org/console-api.ts'
import { callApi } from './api.ts'

/** Opens a widget session for this console, as an integrator's backend does for its page; answers the token. */
export async function openWidgetSession(
  request: z.infer<typeof consoleWidgetSessionRequestSchema>,
): Promise<string> {
  const { content } = await callApi({
    method: 'POST',
    path: '/api/widget-session',
    body: request,
    answer: widgetSessionSchema,
  })
  return content.token
}
