import { findTransaction } from '#service/chain/find-transaction.ts'
import { broadcast, type Broadcast } from './broadcast.ts'
import type { Lane } from './lane.ts'
import type { RelayParts } from './relay-parts.ts'
import { noteAccepted, noteRefusal, noteWords, type OpenTransaction } from './relayed-rows.ts'
import { replaceTransaction, type Replacement, type ReplaceOptions } from './replace.ts'
import type { Watcher } from './watcher.ts'

/** Doublings of one offer: from 1 gwei they lead to 256 gwei. A pool that names its minimum needs one. */
const RAISES_MAX = 8

/** Offers the open transactions of a lane to the pool again, and does what the pool's answer asks for. */
export function createOffers(parts: RelayParts, lane: Lane, watcher: Watcher) {
  const isOlder = (moment: Date | null, ms: number) =>
    moment !== null && parts.clock.now().getTime() - moment.getTime() >= ms

  async function offerAgain(open: OpenTransaction, isHead: boolean): Promise<void> {
    const [newest] = open.attempts
    if (newest === undefined) return
    const answer = await broadcast(parts.chain, newest.raw)
    await noteAnswer(open, answer)
    switch (answer.kind) {
      case 'accepted':
        if (open.refused_since !== null) await noteAccepted(parts, open.id)
        if (isHead && isOlder(open.attempted_at, parts.settings.stuckMs)) await replace(open)
        return
      case 'fee-too-low':
        return raise(open, answer)
      case 'refused':
        if (isHead && isOlder(open.refused_since, parts.settings.refusedMs)) await cancel(open)
        return
      case 'no-funds':
        parts.log.error({ relayer: lane.address }, 'the relayer key has no funds to pay for gas')
        return
      case 'later':
        // The next sweep offers it again.
        return
      case 'nonce-too-low':
        // The next sweep finds the receipt.
        return
    }
  }

  /** Keeps the node's words with the transaction. Those about the form that cancels it do not replace those about the call. */
  async function noteAnswer({ id, attempts }: OpenTransaction, answer: Broadcast): Promise<void> {
    if (!('error' in answer) || attempts[0]?.kind === 'cancel') return
    const { rpcMessage } = answer.error
    await (answer.kind === 'refused' ? noteRefusal(parts, id, rpcMessage) : noteWords(parts, id, rpcMessage))
  }

  /** Signs with more until the pool takes it, so that the lane does not wait for a sweep for each step. */
  async function raise(open: OpenTransaction, refused: Broadcast): Promise<void> {
    let current = open
    let answer = refused
    for (let raised = 0; answer.kind === 'fee-too-low'; raised += 1) {
      const { minimum } = answer
      // A later form may be refused for the fee of an earlier one, which is no minimum of the pool.
      if (minimum !== undefined && current.attempts.length === 1) parts.noteFeeMinimum(minimum)
      if (raised === RAISES_MAX) return
      const options = { minimum, raise: minimum === undefined ? 'doubled' : 'required' } as const
      const replacement = await replaceOrNote(current, options)
      if (replacement === undefined) return
      current = { ...current, hash: replacement.hash, attempts: [replacement.row, ...current.attempts] }
      answer = await follow(open.id, replacement)
      await noteAnswer(current, answer)
    }
  }

  /** Uses up the nonce of a transaction that the pool refuses, unless the pool has one of its forms. */
  async function cancel(open: OpenTransaction): Promise<void> {
    for (const { hash } of open.attempts)
      if ((await findTransaction(parts.chain, hash)) !== undefined) return noteAccepted(parts, open.id)
    const isCancelled = open.attempts[0]?.kind === 'cancel'
    if (isCancelled && !isOlder(open.attempted_at, parts.settings.stuckMs)) return
    await replace(open, { kind: 'cancel' })
  }

  async function replace(open: OpenTransaction, options: ReplaceOptions = {}): Promise<void> {
    const replacement = await replaceOrNote(open, options)
    if (replacement === undefined) return
    const answer = await follow(open.id, replacement)
    const replaced = { ...open, hash: replacement.hash, attempts: [replacement.row, ...open.attempts] }
    await noteAnswer(replaced, answer)
    await raise(replaced, answer)
  }

  /** While the fees are above the limit or unknown, nothing is replaced; everything else continues. */
  async function replaceOrNote(
    open: OpenTransaction,
    options: ReplaceOptions,
  ): Promise<Replacement | undefined> {
    return replaceTransaction(parts, lane, open, options).catch((error: unknown) => {
      parts.log.warn({ err: error, relayed: open.id }, 'a stuck transaction could not be replaced')
      return undefined
    })
  }

  /** Watches a new form and hands it to the pool. */
  function follow(id: string, { hash, raw, kind }: Pick<Replacement, 'hash' | 'raw' | 'kind'>) {
    watcher.watch(id, hash, kind === 'cancel')
    return broadcast(parts.chain, raw)
  }
  return { offerAgain, follow }
}
