import { isFinal } from '#protocol/org/transaction-states.ts'
import type { FollowedTransaction } from '#widget/answers.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import { stillExecutable } from '#widget/flows/follow-transaction.ts'
import { readSignedRequest } from '#widget/held/signed-request.ts'

/**
 * The wallet's calls that were signed and can still be executed: those of the server, and those of this browser that
 * the server does not know.
 */
export function unfinishedCalls(
  context: SendContext,
  wallet: string,
  transactions: readonly FollowedTransaction[],
): { data: string; until: string }[] {
  const timeOf = (expiration: string) => new Date(Number(expiration) * 1000).toISOString()
  const listed = transactions.flatMap((transaction) => {
    const { status, data, expiration } = transaction
    const until = isFinal(status) ? stillExecutable(context, transaction) : timeOf(expiration)
    return until === undefined ? [] : [{ data, until }]
  })
  const unlisted = context.deps.memory.sent(wallet).flatMap(({ digest, request }) => {
    const signed = readSignedRequest(request)
    const isListed = transactions.some((transaction) => transaction.digest === digest)
    if (signed === undefined || isListed || Number(signed.expiration) <= context.serverSeconds()) return []
    return [{ data: signed.data, until: timeOf(signed.expiration) }]
  })
  return [...listed, ...unlisted]
}
