import { sameAddress } from './display/address.ts'

/** The topic of the wallet's `Executed(bytes32)`, which it emits for every executed call (`PasskeyWallet.sol`). */
export const EXECUTED_TOPIC = '0xa74c8847d513feba22a0f0cb38d53081abf97562cdb293926ba243689e7c41ca'

type Log = { address: string; topics: readonly string[] }

/**
 * The logs of one call in a transaction that may contain several. They begin after the `Executed` event of the
 * previous call and end with the wallet's own `Executed` event. Undefined if the wallet did not execute the call
 * there.
 *
 * @param logs In the order of the chain.
 * @param call The wallet, in any case, and the call's digest in lower case.
 */
export function logsOfCall<One extends Log>(
  logs: readonly One[],
  { wallet, digest }: { wallet: string; digest: string },
): One[] | undefined {
  const isExecuted = ({ topics: [topic] }: Log) => topic?.toLowerCase() === EXECUTED_TOPIC
  const at = logs.findIndex(
    (log) => isExecuted(log) && sameAddress(log.address, wallet) && log.topics[1]?.toLowerCase() === digest,
  )
  if (at === -1) return undefined
  return logs.slice(logs.slice(0, at).findLastIndex(isExecuted) + 1, at + 1)
}
