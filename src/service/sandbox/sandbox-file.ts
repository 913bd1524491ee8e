import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { addressSchema } from '#protocol/fields.ts'
import { writeSecretFile } from '#server-kit/secrets/secret-file.ts'

/** The facts for clients of the sandbox. Has exactly the fields of profile 1. */
const sandboxFileSchema = z.object({
  /** `{base_url}` of the specification. */
  baseUrl: z.string(),
  /** A key with every scope. */
  apiKey: z.string(),
  chainId: z.number(),
  rpcUrl: z.string(),
  factory: addressSchema,
  relayer: addressSchema,
  tokens: z.object({ erc20: addressSchema, erc721: addressSchema, erc1155: addressSchema }),
  inboxUrl: z.string(),
  faucetUrl: z.string(),
  setupUrl: z.string(),
  demoUrl: z.string(),
})
export type SandboxFile = z.infer<typeof sandboxFileSchema>

/** Writes `<dataDir>/sandbox.json`, readable only by its owner, atomically. */
export async function writeSandboxFile(dataDir: string, content: SandboxFile): Promise<void> {
  const text = JSON.stringify(sandboxFileSchema.parse(content), null, 2)
  await writeSecretFile(sandboxFilePath(dataDir), text)
}

/** The file of an earlier start. Undefined if there is none. */
export async function readSandboxFile(dataDir: string): Promise<SandboxFile | undefined> {
  try {
    return sandboxFileSchema.parse(JSON.parse(await readFile(sandboxFilePath(dataDir), 'utf8')))
  } catch {
    // The file is missing or has a different format, so it is written again, with a new key.
    return undefined
  }
}

function sandboxFilePath(dataDir: string): string {
  return join(dataDir, 'sandbox.json')
}
