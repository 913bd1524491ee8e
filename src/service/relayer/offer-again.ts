import { findTransaction } from '#service/chain/find-transaction.ts'
import { isOutOfGas } from '#service/chain/read-call-failure.ts'
import { broadcast, type Broadcast } from './broadcast.ts'
import type { Lane } from './lane.ts'
import { type OpenTransaction } from './read-open-transactions.ts'
import type { RelayParts } from './relay-parts.ts'
import { noteAccepted, noteRefusal, noteWords } from './relayed-rows.ts'
import { replaceTransaction, type Replacement, type ReplaceOptions } from './replace.ts'
import type { Watcher } from './watcher.ts'

/**
 * Maximum number of fee doublings in one sweep, for example from 1 gwei to 256 gwei. One raise is enough for
 * a pool that names its minimum.
 */
const RAISES_MAX = 8
/** Factor on the gas of a cancellation that the pool rejects for too little gas. */
const GAS_FACTOR = 4n
/** Maximum number of such raises in one sweep: from 60,000 to 15 million. */
const GAS_RAISES_MAX = 4

type Offers = { parts: RelayParts; lane: Lane; watcher: Watcher }

/** Broadcasts an open transaction again and handles the pool's response. */
export async function offerAgain(offers: Offers, open: OpenTransaction, isHead: boolean): Promise<void> {
  const { parts, lane } = offers
  const [newest] = open.attempts
  if (newest === undefined) return
  const answer = await broadcast(parts.chain, newest.raw)
  await noteAnswer(parts, open, answer)
  switch (answer.kind) {
    case 'accepted':
      if (open.refused_since !== null) await noteAccepted(parts, open.id)
      if (isHead && isOlder(parts, open.attempted_at, parts.settings.stuckMs)) await replace(offers, open)
      return
    case 'fee-too-low':
      return raise(offers, open, answer)
    case 'refused':
      if (isHead && isOlder(parts, open.refused_since, parts.settings.refusedMs)) await cancel(offers, open)
      return
    case 'no-funds':
      parts.log.error({ relayer: lane.address }, 'the relayer key has no funds to pay for gas')
      return offerCheaper(offers, open)
    case 'later':
      // The next sweep broadcasts it again.
      return
    case 'nonce-too-low':
      // The next sweep finds the receipt.
      return
  }
}

/**
 * Broadcasts the earlier attempts of a transaction whose newest attempt the key cannot pay. The pool may have lost
 * them. On a chain without fees, a key without coins can pay only the attempt that was signed before fees were
 * raised.
 */
async function offerCheaper({ parts }: Offers, { attempts }: OpenTransaction): Promise<void> {
  const [newest, ...earlier] = attempts
  for (const { kind, raw } of earlier) {
    if (kind !== newest?.kind) return
    const { kind: answered } = await broadcast(parts.chain, raw)
    if (answered !== 'no-funds') return
  }
}

/** Watches and broadcasts a replacement of an open transaction: with higher fees, or an empty one that cancels it. */
export function follow({ parts, watcher }: Offers, id: string, form: NewForm): Promise<Broadcast> {
  watcher.watch(id, form.hash, form.kind === 'cancel')
  return broadcast(parts.chain, form.raw)
}

type NewForm = Pick<Replacement, 'hash' | 'raw' | 'kind'>

function isOlder({ clock }: RelayParts, moment: Date | null, ms: number): boolean {
  return moment !== null && clock.now().getTime() - moment.getTime() >= ms
}

/**
 * Stores the node's message with the transaction. A message about the empty replacement of a cancelled transaction is
 * not stored, so that the message about the call stays.
 */
async function noteAnswer(parts: RelayParts, { id, attempts }: OpenTransaction, answer: Broadcast) {
  if (!('error' in answer) || attempts[0]?.kind === 'cancel') return
  const { rpcMessage } = answer.error
  await (answer.kind === 'refused' ? noteRefusal(parts, id, rpcMessage) : noteWords(parts, id, rpcMessage))
}

/**
 * Signs a transaction with higher fees until the pool accepts it, so that the lane does not wait for a sweep at
 * each step.
 */
async function raise(offers: Offers, open: OpenTransaction, refused: Broadcast): Promise<void> {
  const { parts } = offers
  let current = open
  let answer = refused
  for (let raised = 0; answer.kind === 'fee-too-low'; raised += 1) {
    const { minimum } = answer
    // A replacement may be rejected because it does not exceed the fee of its predecessor. That fee is not a
    // minimum of the pool.
    if (minimum !== undefined && current.attempts.length === 1) parts.noteFeeMinimum(minimum)
    if (raised === RAISES_MAX) return
    const options = { minimum, raise: minimum === undefined ? 'doubled' : 'required' } as const
    const replacement = await replaceOrLog(offers, current, options)
    if (replacement === undefined) return
    current = withForm(current, replacement)
    answer = await follow(offers, open.id, replacement)
    await noteAnswer(parts, current, answer)
  }
}

function withForm(open: OpenTransaction, { hash, row }: Replacement): OpenTransaction {
  return { ...open, hash, attempts: [row, ...open.attempts] }
}

/**
 * Replaces a transaction that the pool rejects with an empty one at its nonce, unless the node knows one of its
 * attempts. On some chains, the pool requires more gas than the node estimates (matter-labs/zksync-os-server 1553).
 * Unused gas is not paid for.
 */
async function cancel(offers: Offers, open: OpenTransaction): Promise<void> {
  const { parts } = offers
  // Until a cancellation is old, each sweep only broadcasts it again. After that, the node is asked for all
  // attempts.
  const isCancelled = open.attempts[0]?.kind === 'cancel'
  if (isCancelled && !isOlder(parts, open.attempted_at, parts.settings.stuckMs)) return
  for (const { hash } of open.attempts)
    if ((await findTransaction(parts.chain, hash)) !== undefined) return noteAccepted(parts, open.id)
  let current = open
  let gasFactor = 1n
  for (let raised = 0; raised <= GAS_RAISES_MAX; raised += 1) {
    const replaced = await replace(offers, current, { kind: 'cancel', gasFactor })
    if (replaced?.answer.kind !== 'refused' || !isOutOfGas(replaced.answer.error)) return
    current = replaced.open
    gasFactor *= GAS_FACTOR
  }
}

/** Replaces a transaction. Returns it with its new attempt, and the pool's response. Undefined if it stays as it is. */
async function replace(
  offers: Offers,
  open: OpenTransaction,
  options: ReplaceOptions = {},
): Promise<{ open: OpenTransaction; answer: Broadcast } | undefined> {
  const replacement = await replaceOrLog(offers, open, options)
  if (replacement === undefined) return undefined
  const replaced = withForm(open, replacement)
  const answer = await follow(offers, open.id, replacement)
  await noteAnswer(offers.parts, replaced, answer)
  await raise(offers, replaced, answer)
  return { open: replaced, answer }
}

/** While the fees are above the limit or unknown, nothing is replaced. Everything else continues. */
async function replaceOrLog({ parts, lane }: Offers, open: OpenTransaction, options: ReplaceOptions) {
  return replaceTransaction(parts, lane, open, options).catch((error: unknown) => {
    parts.log.warn({ err: error, relayed: open.id }, 'a stuck transaction could not be replaced')
    return undefined
  })
}
