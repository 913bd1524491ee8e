/**
 * Patterns of messages with which nodes explain a failed call, for errors without a code or revert data.
 * Contracts add their own words, so no message is matched whole. Messages about transactions are in
 * `node-sentences.ts`.
 */
const CALL_SENTENCES = {
  noFunds: /insufficient funds|insufficient balance|upfront cost/i,
  reverted: /revert/i,
  /**
   * The executed code was not valid. The pattern is narrow, because a node that fails itself may send a stack trace,
   * in which names of packages and classes have similar words (NethermindEth/nethermind 1005).
   */
  invalidCode:
    /\bEVM error(?!:? database)|\bopcode\b|\bbad ?(instruction|jump)|\binvalid jump|\b(stack ?(underflow|overflow)|stack limit|out of stack)\b|\bwrite protection\b|\bstatic context\b|\breturn data out of bounds\b|\bcall depth\b|^VM Exception while processing transaction: invalid/i,
  /** The call fails for any reason, or needs more gas. The node has the same words for both. */
  failsOrNeedsGas:
    /always failing transaction|requires higher than upper limit|gas spent exceeded|^transaction execution fails\.?$/i,
  outOfGas: /out ?of ?gas|gas required exceeds|exceeds (the )?allowance|intrinsic gas|floor data gas cost/i,
  /** The provider's quota is used up. */
  usedUp: /^(?=[^]*exceeded)(?=[^]*(capacity|quota|compute))/i,
  /** The caller sends more requests than the provider allows. */
  overLimit: /rate limit|too many requests|limit exceeded/i,
  /** The provider cannot respond now, or does not have the block. */
  cannotAnswer:
    /header not found|missing trie node|temporarily unavailable|service unavailable|^unknown block number$|^cannot query unfinalized data$|^internal (server )?error\.?$/i,
  /** The node crashed while it handled the request (OffchainLabs/nitro 2332, erigontech/erigon 2330). */
  crashed: /^method handler crashed\.?$/i,
  /**
   * A gateway got no response from its nodes: dshackle (emeraldpay/dshackle 67), eRPC (erpc/erpc 214, subsquid/squid-sdk
   * 563), proxyd of Optimism, dRPC and Alchemy (subsquid/squid-sdk 545).
   */
  noUpstream:
    /^(no response or no available upstream\b|all upstream attempts failed\b|gave up retrying\b|no backend is currently healthy|backend (is )?offline\b|can't route your request|temporary internal error\b|unable to complete request at this time)/i,
  /** The provider serves the state and the logs of old blocks only to some customers (AntSeed/antseed 841). */
  oldBlocks: /^archive requests require\b/i,
  /** The node or its provider does not serve this method to anybody, or not to this caller (ethers-io/ethers.js 4796). */
  noMethod: /^((the |rpc )?method (\S+ )?(is |was )?(not\b|does not exist\b)|unsupported method\b)/i,
  /**
   * The block or transaction is not on the chain. Messages about a missing method or a missing state do not match,
   * because they prove nothing about that.
   */
  notThere:
    /^(error: )?((requested )?(object|item|resource|(transaction|tx)( hash| receipt)?|receipt|block) )?not found\b|^unknown (transaction|block|block number)$/i,
} as const satisfies Record<string, RegExp>

export type CallSentence = keyof typeof CALL_SENTENCES

/**
 * The contract's reason, after the words with which the node reports a revert. Matches geth and its forks, Hardhat
 * and EDR, and Ganache.
 */
const AFTER_REVERT = /\brevert(?:ed)?(?:: | with (?:reason string|custom error) | )(?<reason>.*\S)/is

/** Words with which nodes report that a revert has no reason. */
const NO_REASON = /^(?:0x|without a reason(?: string)?\.?|with an unrecognized custom error\b.*)$/i

/** Maximum length in characters of a node's message. The rest of a longer one is ignored. */
const LOOKED_AT_MAX = 2_000

/** Whether a node's message matches this pattern. */
export function doesNodeSay(what: CallSentence, rpcMessage: string): boolean {
  return CALL_SENTENCES[what].test(rpcMessage.slice(0, LOOKED_AT_MAX))
}

/**
 * Returns the reason in a node's message about a call that reverted. Undefined if the message has none. A message
 * that does not mention a revert is the reason itself, for example "Failed to submit transaction: cannot estimate
 * gas" of zkSync Era (zksync-sdk/zksync2-python 26).
 */
export function findSaidReason(rpcMessage: string): string | undefined {
  const message = rpcMessage.slice(0, LOOKED_AT_MAX).trim()
  const reason = CALL_SENTENCES.reverted.test(message)
    ? AFTER_REVERT.exec(message)?.groups?.['reason']
    : message
  return reason === undefined || reason === '' || NO_REASON.test(reason) ? undefined : reason
}
