import { sql } from 'kysely'

/** SQL for the id of a new event, one for each row: 122 random bits. */
export const newEventId = sql<string>`'evt_' || replace(gen_random_uuid()::text, '-', '')`
