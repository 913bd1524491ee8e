/** Smallest length at which a node or gateway is known to cut a list of logs. */
const CUT_MIN = 100

/**
 * Whether a node may have sent only the first logs of a range, without an error. Nodes cut at hundreds (ethers-io/ethers.js
 * 1389) and at powers of two (vechain/vechain-sdk-js 1049).
 */
export function mayBeCut(length: number): boolean {
  return length >= CUT_MIN && (length % CUT_MIN === 0 || Number.isInteger(Math.log2(length)))
}
