import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { sameAddress } from '#protocol/display/address.ts'

/** SHA-256 of the snapshot's text, so that only the reviewed text is served. `renew-registry.ts` prints it. */
export const REGISTRY_SHA256 = '55d59d9cacc29142e12faf4aacb4121d54c4f3cd4f48ced34c23dcc58e4f3301'

const deploymentSchema = z.object({ chainId: z.number(), address: z.string() })
const descriptorSchema = z.looseObject({
  context: z.looseObject({ contract: z.looseObject({ deployments: z.array(deploymentSchema) }) }),
  metadata: z.optional(z.looseObject({ owner: z.optional(z.string()) })),
})
const snapshotSchema = z.object({
  source: z.string(),
  commit: z.string(),
  owners: z.record(z.string(), z.array(descriptorSchema)),
})
type Descriptor = z.infer<typeof descriptorSchema>
type Registry = z.infer<typeof snapshotSchema>

let registry: Promise<Registry> | undefined

/**
 * Reads the public registry's descriptors by owner, on first use. @throws Error if the text does not match the pin
 */
export function readRegistry(): Promise<Registry> {
  registry ??= import('./registry-snapshot.ts').then(({ REGISTRY_SNAPSHOT: text }) => {
    if (createHash('sha256').update(text).digest('hex') !== REGISTRY_SHA256)
      throw new Error('the snapshot of the registry is not the pinned one')
    return snapshotSchema.parse(JSON.parse(text))
  })
  return registry
}

/** Finds the descriptors of these owners for contracts on a chain. */
export function describing(
  { owners }: Registry,
  trusted: readonly string[],
  { chainId, addresses }: { chainId: number; addresses: readonly string[] },
): Descriptor[] {
  return trusted
    .flatMap((owner) => owners[owner] ?? [])
    .filter(({ context }) =>
      context.contract.deployments.some(
        (one) => one.chainId === chainId && addresses.some((address) => sameAddress(address, one.address)),
      ),
    )
}
