import { readNewest, type KnowingChain } from '#service/chain/chain-data.ts'
import { lacksLogs } from '#service/chain/kept-logs.ts'
import type { HasChain, HasDatabase, HasLog } from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import { findProgress } from './index-progress.ts'

/** Number of unread blocks above which their logs may be deleted already. */
const FAR_BLOCKS = 1_000n

/**
 * Finds the first block that is not read yet, if the node has deleted its logs. Undefined if it has them, or before the
 * index is begun.
 */
export async function findLackingLogs(
  db: Database,
  chain: KnowingChain & { id: number },
): Promise<bigint | undefined> {
  const progress = await findProgress(db, chain.id)
  if (progress === undefined) return undefined
  const { number: head } = await readNewest(chain)
  if (head - progress.next < FAR_BLOCKS) return undefined
  return (await lacksLogs(chain.rpc, { from: progress.next, to: head })) ? progress.next : undefined
}

/**
 * Creates a check that runs once, at the first call. It logs an alarm if the node has deleted logs that are not read yet.
 * Reading continues, because the node's newer logs are needed as well. Returns the sentence for the operator.
 */
export function createKeptLogsCheck({ db, chain, log }: HasChain & HasDatabase & HasLog) {
  let isChecked = false
  let sentence: string | undefined
  return async (): Promise<string | undefined> => {
    if (isChecked) return sentence
    const block = await findLackingLogs(db, chain)
    isChecked = true
    if (block === undefined) return undefined
    sentence = `the node has no logs from block ${block} on, so transfers may be missing: use a node that has them and run “latchkey reread-history --from-block ${block}”`
    log.error({ alarm: 'chain-logs-missing', block: Number(block) }, sentence)
    return sentence
  }
}
