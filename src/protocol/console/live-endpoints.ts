import * as z from 'zod/mini'
import { consoleEndpoint } from './console-endpoint.ts'

const sequenceSchema = z
  .string()
  .check(z.regex(/^(0|[1-9][0-9]{0,17})$/, 'must be the id of an event of this stream'))

/** The organization's events for open pages of the console. */
export const LIVE_ENDPOINTS = {
  followLive: consoleEndpoint('GET', '/api/live', 'read-only', {
    query: z.strictObject({ afterSequence: z.optional(sequenceSchema) }),
    answer: 'events',
  }),
}
