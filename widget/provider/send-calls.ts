import * as z from 'zod/mini'
import { addressSchema } from '#protocol/fields.ts'
import { BATCH_CALLS_MAX } from '#protocol/limits.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import type { FollowedTransaction } from '#widget/answers.ts'
import type { WidgetApi } from '#widget/api.ts'
import type { ExecutedDetail } from '#widget/events.ts'
import { h } from '#widget/screens/dom.ts'
import { callShape, object, params, parse, quantity, text } from './params.ts'
import { ProviderRpcError } from './rpc-error.ts'
import { rawCall, type SigningContext } from './signing.ts'
import type { ProviderTexts } from './texts.ts'

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
const capabilityParams = params(addressSchema, z.optional(z.array(quantity, 'must be a list of chains')))
/** What EIP-5792 has of a receipt. */
const RECEIPT = ['logs', 'status', 'blockHash', 'blockNumber', 'gasUsed', 'transactionHash']

/** A batch that was signed on this page. */
type Sent = { digest: string; call: WidgetCall }

/** The methods of EIP-5792. A batch is one execution of the wallet, its id the digest unless the page gave one. */
export function createSendCalls({
  dialogs,
  chainId,
  account,
  api,
  node,
  texts,
}: SigningContext & {
  api: WidgetApi
  node: (method: string, params: unknown) => Promise<unknown>
  texts: () => ProviderTexts
}) {
  const sent = new Map<string, Sent>()

  async function find(given: unknown) {
    const [id] = parse(idParams, given)
    const own = sent.get(id)
    const digest = own?.digest ?? id
    const isDigest = /^0x[0-9a-f]{64}$/.test(digest)
    const listed = isDigest ? await api.transactions(account(), new AbortController().signal, digest) : []
    const found = listed.find((one) => one.digest === digest)
    if (found === undefined && own === undefined)
      throw new ProviderRpcError(
        5730,
        'No batch of this wallet has this id: use one that wallet_sendCalls gave',
      )
    return { id, digest, call: own?.call, found, status: statusOf(found) }
  }

  return {
    async wallet_sendCalls(given: unknown) {
      const [batch] = parse(batchParams, given)
      requirePossible(batch, chainId, sent)
      const attributes = { flow: 'send', 'wallet-address': account(batch.from) }
      const calls = batch.calls.map(rawCall)
      const [only] = calls
      const asked: WidgetCall = only !== undefined && calls.length === 1 ? only : { kind: 'batch', calls }
      const digest = await dialogs.ask<string>(attributes, { call: asked }, (element, { answer, close }) => {
        function take({ detail }: CustomEvent<ExecutedDetail>): void {
          answer(detail.digest)
          // A held one stays: the person needs its number.
          if (detail.transactionHash !== undefined) close()
        }
        element.addEventListener('latchkey-executed', take)
        // Alone, where the same batch was signed before and has not ended.
        element.addEventListener('latchkey-status', take)
      })
      const { id = digest } = batch
      sent.set(id, { digest, call: asked })
      return { id }
    },

    async wallet_getCallsStatus(given: unknown) {
      const { id, found, status } = await find(given)
      const hash = found?.transactionHash
      const read = hash && (await node('eth_getTransactionReceipt', [hash]).catch(() => undefined))
      const receipt =
        read && Object.fromEntries(RECEIPT.map((name) => [name, Reflect.get(Object(read), name)]))
      return { version: '2.0.0', id, chainId, status, atomic: true, ...(receipt && { receipts: [receipt] }) }
    },

    wallet_getCapabilities(given: unknown) {
      const [wallet, chains = [chainId]] = parse(capabilityParams, given)
      account(wallet)
      const isAsked = chains.some((chain) => BigInt(chain) === BigInt(chainId))
      return isAsked ? { [chainId]: { atomic: { status: 'supported' } } } : {}
    },

    /** One that waits is followed in the wallet again, with its number; of any other the state and its hash. */
    async wallet_showCallsStatus(given: unknown): Promise<null> {
      const { digest, call: asked, found, status } = await find(given)
      if (status !== 100 || asked === undefined) {
        const { sent: pending, confirmed, failed } = texts()
        const word = { 100: pending, 200: confirmed }[status] ?? failed
        return dialogs.show(h('strong', {}, word), h('div', {}, found?.transactionHash ?? digest))
      }
      const attributes = { flow: 'send', 'wallet-address': account() }
      return dialogs.ask<null>(attributes, { call: asked }, (element, { answer }) => {
        // When it has ended meanwhile, the same call is not signed once more.
        element.addEventListener('latchkey-before-sign', (event) => event.preventDefault())
        answer(null)
      })
    },
  }
}

/** @throws ProviderRpcError 5700, 5710, 5720, 5740 */
function requirePossible(batch: Batch, chainId: string, sent: ReadonlyMap<string, Sent>): void {
  if (BigInt(batch.chainId) !== BigInt(chainId))
    throw new ProviderRpcError(5710, `The wallet is on chain ${chainId} alone: send that as params.0.chainId`)
  if (batch.id !== undefined && sent.has(batch.id))
    throw new ProviderRpcError(5720, 'A batch with this params.0.id was sent: leave it out, or give another')
  if (batch.calls.length > BATCH_CALLS_MAX)
    throw new ProviderRpcError(5740, `params.0.calls can be at most ${BATCH_CALLS_MAX}: send several batches`)
  const names = [batch, ...batch.calls]
    .flatMap((one) => Object.entries(one.capabilities ?? {}))
    .flatMap(([name, { optional }]) => (name === 'atomic' || optional === true ? [] : [name]))
  if (names.length > 0)
    throw new ProviderRpcError(
      5700,
      `Not supported: ${names.join(', ')}. Mark it as optional, or leave it out.`,
    )
}

/** A failed one that its signature can still execute has not ended. Source: EIP-5792 "Status Codes"; profile 8. */
function statusOf(found: FollowedTransaction | undefined): 100 | 200 | 400 | 500 {
  if (found?.status === 'CONFIRMED') return 200
  if (found?.status === 'REJECTED' || found?.status === 'EXPIRED' || found?.status === 'CANCELLED') return 400
  if (found?.status !== 'FAILED' || Date.parse(found.executableUntil ?? '') > Date.now()) return 100
  return found.transactionHash === undefined ? 400 : 500
}
