import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import { readBundle } from '#protocol/receipt/read-bundle.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { decodeExecuteCall, type HandedWallet } from '#protocol/signing/unpack-execute.ts'
import { BUNDLE_CONTRACT } from '#service/chain/bundle-contract.ts'
import { readSentTransaction, type SentTransaction } from '#service/chain/chain-data.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import { relayerAddresses } from '#service/relayer/relayer-addresses.ts'
import type { OutcomeEvent } from './decide-outcome.ts'

/**
 * Whether one of the senders sent the call to its wallet, alone or in a bundle. A call that another contract makes
 * during a transaction of a sender does not count, because anyone can let the relayer call a contract of their own.
 */
export function isHandedBy(
  senders: ReadonlySet<string>,
  { from, to, input }: SentTransaction,
  { wallet, digest }: { wallet: HandedWallet; digest: Hex },
): boolean {
  if (from === undefined || to === undefined || !senders.has(lowerCase(from))) return false
  const calls = sameAddress(to, BUNDLE_CONTRACT) ? readBundle(input) : [{ to, data: bytesFromHex(input) }]
  return calls.some(
    (call) => sameAddress(call.to, wallet.address) && decodeExecuteCall(call.data, wallet)?.digest === digest,
  )
}

/**
 * Marks the executions that this service's relayer sent. The service sends only calls that it has accepted. If the
 * database has no record of that, it lost the record, as in a failover (ADR 0027).
 */
export async function markSent(
  ctx: HasChain & HasDatabase,
  events: readonly OutcomeEvent[],
): Promise<OutcomeEvent[]> {
  const executed = events.filter(({ kind }) => kind === 'executed')
  if (executed.length === 0) return [...events]
  const senders = await relayerAddresses(ctx)
  const domains = await readDomains(ctx, executed)
  const mark = async (event: OutcomeEvent): Promise<OutcomeEvent> => {
    const rpIdHash = domains.get(event.wallet)
    if (event.kind !== 'executed' || rpIdHash === undefined) return event
    const sent = await readSentTransaction(ctx.chain, event.hash)
    const wallet = { chainId: ctx.chain.id, address: event.wallet, rpIdHash }
    const isSent = sent !== undefined && isHandedBy(senders, sent, { wallet, digest: event.digest })
    return { ...event, isSent }
  }
  return Promise.all(events.map(mark))
}

/** Reads the hash of the domain of each wallet. */
async function readDomains({ db }: HasDatabase, events: readonly OutcomeEvent[]): Promise<Map<Address, Hex>> {
  const addresses = [...new Set(events.map(({ wallet }) => wallet))]
  const { rows } = await sql<{ address: Address; rpIdHash: Hex }>`
    select distinct address, rp_id_hash as "rpIdHash" from wallets
    where address = any(${addresses}) and status <> 'failed'`.execute(db)
  return new Map(rows.map(({ address, rpIdHash }) => [address, rpIdHash]))
}
