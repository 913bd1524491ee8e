import * as z from 'zod/mini'
import { addressSchema } from '#protocol/fields.ts'

/** `GET /api/sandbox`: the sandbox's addresses and tokens, or null outside the sandbox. */
export const sandboxSchema = z.nullable(
  z.object({
    inboxUrl: z.string(),
    demoUrl: z.string(),
    chainId: z.number(),
    tokens: z.object({ erc20: addressSchema, erc721: addressSchema, erc1155: addressSchema }),
  }),
)

export type SandboxInfo = z.infer<typeof sandboxSchema>
