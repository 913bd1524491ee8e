import * as z from 'zod/mini'
import { alertListSchema } from '#protocol/alerts.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** Maximum length of an alert's id. The service and the console use different formats. */
const ALERT_ID_LENGTH_MAX = 100

const params = z.strictObject({
  alertId: z.string().check(z.regex(/^[\w-]+$/), z.maxLength(ALERT_ID_LENGTH_MAX)),
})

/** Acknowledging an alert, for the whole organization. The response lists the alerts that are raised now. */
export const CONSOLE_ALERT_ENDPOINTS = {
  acknowledgeAlert: consoleEndpoint('POST', '/api/alerts/:alertId/acknowledgement', 'operator', {
    action: 'alerts.acknowledged',
    params,
    answer: alertListSchema,
  }),
}
