import * as z from 'zod/mini'

/** Blocks by which a response may be older than the last one. Responses can arrive in a different order. */
const BACKWARD_BLOCKS_MAX = 2n

const headSchema = z.object({ number: z.bigint() })

/**
 * Watches the newest blocks that a node returns. Calls `onBackward` each time that a block is several blocks older
 * than an earlier one: the node lags, or a gateway uses nodes that differ. A reorganization replaces blocks and
 * hardly shortens the chain, so it is not reported.
 */
export function createHeadWatch(onBackward: () => void): { note: <Block>(block: Block) => Block } {
  let highest = -1n
  return {
    note: (block) => {
      const found = headSchema.safeParse(block)
      if (!found.success) return block
      const { number } = found.data
      if (number + BACKWARD_BLOCKS_MAX < highest) onBackward()
      if (number > highest) highest = number
      return block
    },
  }
}
