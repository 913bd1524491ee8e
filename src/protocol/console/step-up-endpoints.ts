import * as z from 'zod/mini'
import { stepUpOptionsRequestSchema, stepUpVerifyRequestSchema } from '#protocol/members.ts'
import { requestOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** The passkey prompt for exactly one request (ADR 0020). */
export const STEP_UP_ENDPOINTS = {
  beginStepUp: consoleEndpoint('POST', '/api/step-up/options', 'read-only', {
    body: stepUpOptionsRequestSchema,
    answer: z.object({ stepUp: z.string(), options: requestOptionsSchema, nonce: z.string() }),
  }),
  finishStepUp: consoleEndpoint('POST', '/api/step-up/verify', 'read-only', {
    action: 'session.step-up',
    body: stepUpVerifyRequestSchema,
    answer: z.object({ stepUp: z.string() }),
  }),
}
