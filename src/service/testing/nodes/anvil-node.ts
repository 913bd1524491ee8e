import { startPlainAnvil, type PlainAnvilOptions } from '#service/testing/plain-anvil.ts'
import type { ControlledNode } from './test-node.ts'

/** Foundry's node. */
export async function startAnvilNode(options: PlainAnvilOptions): Promise<ControlledNode> {
  const anvil = await startPlainAnvil(options)
  return {
    ...anvil,
    holdBlocks: () => anvil.setAutomine(false),
    releaseBlocks: () => anvil.setAutomine(true),
  }
}
