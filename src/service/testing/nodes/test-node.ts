import type { PlainAnvil } from '#service/testing/plain-anvil.ts'

/** A node that a test started, of any implementation. */
export type TestNode = Pick<PlainAnvil, 'url' | 'chainId' | 'rpc' | 'fund' | 'stop'>

/** A node whose block production a test controls. */
export type ControlledNode = TestNode & {
  /** After this, only `mine` makes a block. */
  holdBlocks: () => Promise<void>
  /** After this, blocks are made for pending transactions. */
  releaseBlocks: () => Promise<void>
  mine: (blocks: number) => Promise<void>
  /** Removes the newest blocks with everything in them. */
  reorganize: (depth: number) => Promise<void>
}
