import * as z from 'zod/mini'
import { logsOfCall } from '#protocol/executed-logs.ts'
import { addressSchema } from '#protocol/fields.ts'
import { BATCH_CALLS_MAX } from '#protocol/limits.ts'
import { isFinal } from '#protocol/transaction-states.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import type { FollowedTransaction } from '#widget/answers.ts'
import type { WidgetApi } from '#widget/api.ts'
import { h } from '#widget/screens/dom.ts'
import type { Connection } from './connection.ts'
import { readNode, RECEIPT } from './node-reads.ts'
import { callShape, object, params, parse, quantity, rawCall, text } from './params.ts'
import { ProviderRpcError } from './rpc-error.ts'
import type { Dialogs } from './wallet-dialog.ts'

const capabilities = z.optional(z.record(z.string(), object({ optional: z.optional(z.boolean()) })))
const batchParams = params(
  object({
    version: z.literal('2.0.0', 'must be 2.0.0'),
    id: z.optional(text.check(z.minLength(1), z.maxLength(8194, 'must be at most 4096 bytes'))),
    from: z.optional(addressSchema),
    chainId: quantity,
    atomicRequired: z.boolean('must be true or false'),
    calls: z
      .array(object({ ...callShape, capabilities }), 'must be a list of calls')
      .check(z.minLength(1, 'must have at least one call')),
    capabilities,
  }),
)
type Batch = z.output<typeof batchParams>[0]
const idParams = params(text)
const known = z.string()
/** The EIP-5792 fields of a receipt. */
const receiptSchema = z.object({
  logs: z.array(z.looseObject({ address: known, topics: z.array(known) })),
  status: known,
  blockHash: known,
  blockNumber: known,
  gasUsed: known,
  transactionHash: known,
})

/** The status of a batch. Source: EIP-5792. */
type CallsStatus = {
  version: string
  id: string
  chainId: string
  status: number
  atomic: boolean
  receipts?: z.infer<typeof receiptSchema>[]
}
type SendCallsMethods = {
  wallet_sendCalls: (given: unknown) => Promise<{ id: string }>
  wallet_getCallsStatus: (given: unknown) => Promise<CallsStatus>
  wallet_showCallsStatus: (given: unknown) => Promise<null>
}

/**
 * The EIP-5792 methods. A batch is one execution of the wallet. Its id is the digest unless the page sets
 * one.
 */
export function createSendCalls(
  { dialogs, api, rpcUrl }: { dialogs: Dialogs; api: WidgetApi; rpcUrl?: string | undefined },
  connection: Connection,
): SendCallsMethods {
  const { chainId, account } = connection

  /** The digests of the batches that this page has signed, by id. */
  const sent = new Map<string, string>()

  async function find(given: unknown) {
    const [id] = parse(idParams, given)
    const digest = sent.get(id) ?? id
    const isDigest = /^0x[0-9a-f]{64}$/.test(digest)
    const list = isDigest ? await api.transactions(account(), new AbortController().signal, digest) : []
    const found = list.find((one) => one.digest === digest)
    if (found === undefined && !sent.has(id))
      throw new ProviderRpcError(5730, 'The wallet has no batch of this id: use one of wallet_sendCalls')
    return { id, found, status: toStatus(found), hash: found?.transactionHash }
  }

  return {
    async wallet_sendCalls(given: unknown) {
      const [batch] = parse(batchParams, given)
      requirePossible(batch, connection, sent)
      const attributes = { flow: 'send', 'wallet-address': account(batch.from) }
      const calls = batch.calls.map(rawCall)
      const [only] = calls
      const call: WidgetCall = only !== undefined && calls.length === 1 ? only : { kind: 'batch', calls }
      const signed = await dialogs.ask(attributes, { call }, ({ digest }) => digest)
      const { id = signed } = batch
      sent.set(id, signed)
      return { id }
    },

    async wallet_getCallsStatus(given: unknown) {
      const { id, status, hash, found } = await find(given)
      const read = hash && (await readNode(rpcUrl, RECEIPT, [hash]).catch(() => undefined))
      const { data } = receiptSchema.safeParse(read)
      const receipts = data && found && { receipts: [ofCall(data, found)] }
      return { version: '2.0.0', id, chainId, status, atomic: true, ...receipts }
    },

    async wallet_showCallsStatus(given: unknown): Promise<null> {
      const { id, status, hash, found } = await find(given)
      const { waiting, submitted, confirmed, failed } = dialogs.texts()
      const pending = found?.status === 'PENDING_USER_APPROVAL' ? waiting : submitted
      const word = { 100: pending, 200: confirmed, 400: failed, 500: failed }[status]
      // The number that the person picks in the approval app.
      const number = found?.approval?.number
      await dialogs.show(h('strong', {}, word, ' ', number), h('div', {}, hash ?? id))
      return null
    },
  }
}

/**
 * The call's own receipt. The transaction may contain calls of other wallets, and succeed although this call failed.
 */
function ofCall(
  receipt: z.infer<typeof receiptSchema>,
  { walletAddress: wallet, digest, status }: FollowedTransaction,
) {
  const logs = logsOfCall(receipt.logs, { wallet, digest })
  if (logs !== undefined) return { ...receipt, logs }
  return status === 'CONFIRMED' ? receipt : { ...receipt, status: '0x0', logs: [] }
}

/** @throws ProviderRpcError 5700, 5710, 5720, 5740 */
function requirePossible(
  batch: Batch,
  { chainId, isOwnChain }: Connection,
  sent: ReadonlyMap<string, string>,
): void {
  if (!isOwnChain(batch.chainId))
    throw new ProviderRpcError(5710, `The wallet is on chain ${chainId} alone: send that as params.0.chainId`)
  if (batch.id !== undefined && sent.has(batch.id))
    throw new ProviderRpcError(5720, 'A batch with this params.0.id was sent: leave it out, or give another')
  if (batch.calls.length > BATCH_CALLS_MAX)
    throw new ProviderRpcError(5740, `params.0.calls can be at most ${BATCH_CALLS_MAX}: send several batches`)
  const names = [batch, ...batch.calls]
    .flatMap((one) => Object.entries(one.capabilities ?? {}))
    .flatMap(([name, { optional }]) => (name === 'atomic' || optional === true ? [] : [name]))
  if (names.length > 0)
    throw new ProviderRpcError(5700, `Mark as optional, or leave out: ${names.join(', ')}`)
}

/**
 * Converts a state to its status code. A failed transaction whose signature can still be executed has not
 * ended. Source: EIP-5792 "Status Codes"; profile 8.
 */
function toStatus(found: FollowedTransaction | undefined): 100 | 200 | 400 | 500 {
  if (found === undefined || !isFinal(found.status)) return 100
  if (found.status === 'CONFIRMED') return 200
  if (Date.parse(found.executableUntil ?? '') > Date.now()) return 100
  return found.status === 'FAILED' && found.transactionHash !== undefined ? 500 : 400
}
