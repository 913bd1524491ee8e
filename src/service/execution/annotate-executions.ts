import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { readReceipt } from '#service/chain/chain-data.ts'
import type { Receipt } from '#service/chain/rpc-schemas.ts'
import { isExecutedLog, type WalletDigest, type WalletEvent } from '#service/chain/wallet-events.ts'
import type { Context } from '#service/context.ts'
import type { Said } from './decide-outcome.ts'
import { isKnownTokenCall, missingReport } from './missing-report.ts'

/** `selector`: the first four bytes of the call. */
type Call = { to_address: Address; selector: string }

/** Adds to what others executed whether the token reported it, for the stored calls of which that is known. */
export async function annotateExecutions(
  ctx: Pick<Context, 'db' | 'chain'>,
  said: readonly WalletEvent[],
): Promise<Said[]> {
  if (said.length === 0) return []
  const { rows } = await sql<Call & { digest: Hex }>`
    select digest, to_address, left(data, 10) as selector from transactions
    where digest = any(${said.map(({ digest }) => digest)}) and watch is not null`.execute(ctx.db)
  return executionsWithNotes(ctx, said, new Map(rows.map((row) => [row.digest, row])))
}

/** The same for calls by their digests. */
export function executionsWithNotes(
  { chain }: Pick<Context, 'chain'>,
  said: readonly WalletEvent[],
  calls: ReadonlyMap<Hex, Call>,
): Promise<Said[]> {
  return Promise.all(
    said.map(async (event): Promise<Said> => {
      const call = calls.get(event.digest)
      if (event.kind === 'cancelled' || call === undefined || !isKnownTokenCall(call.selector)) return event
      const receipt = await readReceipt(chain, event.hash)
      return receipt === null ? event : { ...event, note: executionNote(event, call, receipt) }
    }),
  )
}

/** What a receipt leaves to be said of an execution in it; `undefined` when there is nothing. */
export function executionNote(event: WalletDigest, call: Call, { logs }: Receipt): string | undefined {
  const executedAt = logs.findIndex((log) => isExecutedLog(log, event))
  const called = { toAddress: call.to_address, selector: call.selector }
  return executedAt === -1 ? undefined : missingReport(called, logs, executedAt)
}
