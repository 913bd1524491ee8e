import type { PlainAnvil } from '#service/testing/plain-anvil.ts'

/** A node that a test started, whatever its implementation. */
export type TestNode = Pick<PlainAnvil, 'url' | 'chainId' | 'rpc' | 'fund' | 'stop'>

/** A node of which a test decides when blocks are made. */
export type ControlledNode = TestNode & {
  /** From now on a block is made only by `mine`. */
  holdBlocks: () => Promise<void>
  /** From now on a block is made for what waits in the pool. */
  releaseBlocks: () => Promise<void>
  mine: (blocks: number) => Promise<void>
  /** Takes the newest blocks back, with all that was in them. */
  reorganize: (depth: number) => Promise<void>
}
