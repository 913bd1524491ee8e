/**
 * Words with which nodes say why a call failed, where neither a code nor revert data says it: contracts add their own words,
 * so that no sentence is whole. Sentences about transactions are in `node-sentences.ts`.
 */
const CALL_SENTENCES = {
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
  /** The block or transaction is not on the chain. A missing method or a missing state says nothing about that. */
  notThere:
    /^(error: )?((requested )?(object|item|resource|(transaction|tx)( hash| receipt)?|receipt|block) )?not found\b|^unknown (transaction|block)$/i,
} as const satisfies Record<string, RegExp>

export type CallSentence = keyof typeof CALL_SENTENCES

/** Maximum length in characters of a node's sentence; the rest of a longer text is ignored. */
const LOOKED_AT_MAX = 2_000

/** Whether a node's message says this. */
export function doesNodeSay(what: CallSentence, rpcMessage: string): boolean {
  return CALL_SENTENCES[what].test(rpcMessage.slice(0, LOOKED_AT_MAX))
}
