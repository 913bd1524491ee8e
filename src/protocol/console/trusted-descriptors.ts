import * as z from 'zod/mini'

/**
 * `GET /api/descriptors`: the publishers in the snapshot of the public ERC-7730 registry, and the publishers that the
 * organization trusts.
 */
export const trustedDescriptorsSchema = z.object({
  source: z.string(),
  commit: z.string(),
  owners: z.array(z.object({ id: z.string(), name: z.string(), contracts: z.int() })),
  trusted: z.array(z.string()),
})

export type TrustedDescriptors = z.infer<typeof trustedDescriptorsSchema>

export const trustDescriptorsRequestSchema = z.strictObject({
  trusted: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(500)),
})
