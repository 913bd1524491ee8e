import * as z from 'zod/mini'

/** `GET /api/console-keys`: the ids of the API keys that the console itself uses. */
export const consoleKeyListSchema = z.array(z.string())
