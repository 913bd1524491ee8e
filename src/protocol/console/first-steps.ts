import * as z from 'zod/mini'
import { addressSchema } from '#protocol/fields.ts'

/**
 * Steps from an empty organization to a working integration, true if a person has done them. Items that the system
 * created by itself do not count. Undefined if the step is not needed, or if the hosted service does not report it.
 * `wallet`: the address of the newest wallet. Null if there is no wallet.
 */
export const firstStepsSchema = z.object({
  wallet: z.nullable(addressSchema),
  domain: z.optional(z.boolean()),
  integration: z.boolean(),
  apiKey: z.optional(z.boolean()),
  recoveryCodes: z.boolean(),
})
export type FirstSteps = z.infer<typeof firstStepsSchema>
