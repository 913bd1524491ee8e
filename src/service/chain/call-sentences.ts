/**
 * Sentences of geth, Nethermind, Erigon, Besu, Reth, anvil and of providers for the same things. JSON-RPC has no codes for
 * most of them. This table is the only place of the service that reads a node's words.
 */
const NODE_SENTENCES = {
  alreadyKnown: /already known|already imported|already exists|known transaction|alreadyknown/i,
  nonceTooLow: /nonce (is )?too low|nonce too low|oldnonce|old nonce/i,
  feeTooLow:
    /underpriced|fee too low|feetoolow|less than block base fee|max fee per gas less|below (the )?base fee|gas price too low/i,
  noFunds: /insufficient funds|insufficient balance|upfront cost/i,
  reverted: /revert/i,
  /** The code that ran was not valid. */
  invalidCode: /EVM|opcode|stack|invalid jump/i,
  outOfGas: /out ?of ?gas|gas required exceeds|exceeds (the )?allowance|intrinsic gas/i,
  /** The provider's allowance is used up. */
  usedUp: /^(?=[^]*exceeded)(?=[^]*(capacity|quota|compute))/i,
  /** The provider cannot answer now, or does not have the block. */
  cannotAnswer:
    /rate limit|too many requests|limit exceeded|header not found|missing trie node|temporarily unavailable|service unavailable/i,
} as const satisfies Record<string, RegExp>

export type NodeSentence = keyof typeof NODE_SENTENCES

/** Maximum length in characters of a node's sentence; the rest of a longer text is ignored. */
const LOOKED_AT_MAX = 2_000

/** Whether a node's message says this. */
export function doesNodeSay(what: NodeSentence, rpcMessage: string): boolean {
  return NODE_SENTENCES[what].test(rpcMessage.slice(0, LOOKED_AT_MAX))
}
