import * as z from 'zod/mini'
import { datetimeSchema, labelSchema } from '#protocol/fields.ts'
import { WIDGET_OPERATIONS, widgetSessionRequestSchema, operationsSchema } from './widget-session.ts'

/** An integration: an integrator's backend that may open widget sessions for its origins. */
export const integrationSchema = z.object({
  id: z.string(),
  label: z.string(),
  start: z.string(),
  origins: z.array(z.string()),
  operations: z.array(z.enum(WIDGET_OPERATIONS)),
  createdAtDatetime: datetimeSchema,
  revokedAtDatetime: z.nullable(datetimeSchema),
  /** The previous secret while it still opens sessions, else null. */
  previousSecret: z.nullable(z.object({ start: z.string(), untilDatetime: datetimeSchema })),
})

export type Integration = z.infer<typeof integrationSchema>

export const integrationListSchema = z.array(integrationSchema)

export const createIntegrationRequestSchema = z.strictObject({
  label: labelSchema(50),
  origins: z
    .array(widgetSessionRequestSchema.shape.origin)
    .check(z.minLength(1, 'name at least one origin'), z.maxLength(20)),
  operations: operationsSchema,
})

export const createdIntegrationSchema = z.extend(integrationSchema, { secret: z.string() })
/** Grace periods of the old secret, in seconds: none, an hour, a day, a week. */
export const INTEGRATION_GRACES_SECONDS = [0, 3_600, 86_400, 604_800] as const

const GRACES_TEXT = `must be one of ${INTEGRATION_GRACES_SECONDS.join(', ')}`
/** Body of `POST /api/integrations/:integrationId/rotate-secret`. */
export const rotateIntegrationSecretRequestSchema = z.strictObject({
  graceSeconds: z
    .number(GRACES_TEXT)
    .check(z.refine((seconds) => INTEGRATION_GRACES_SECONDS.some((one) => one === seconds), GRACES_TEXT)),
})
