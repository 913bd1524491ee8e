import * as z from 'zod/mini'
import { eventIdSchema } from '#protocol/event-id.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** The organization's events for open pages of the console. */
export const LIVE_ENDPOINTS = {
  followLive: consoleEndpoint('GET', '/api/live', 'read-only', {
    query: z.strictObject({ afterSequence: z.optional(eventIdSchema) }),
    answer: 'events',
  }),
}
