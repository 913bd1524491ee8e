import * as z from 'zod/mini'

export const EVENT_ID_PROBLEM = 'must be the id of an event of this stream'

/** The id of a streamed event: its sequence number. It has at most 18 digits, so it fits in 63 bits. */
export const eventIdSchema = z.string().check(z.regex(/^(0|[1-9][0-9]{0,17})$/, EVENT_ID_PROBLEM))
