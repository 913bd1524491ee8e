import * as z from 'zod/mini'

export const signInVerifyRequestSchema = z.strictObject({ response: z.record(z.string(), z.unknown()) })
