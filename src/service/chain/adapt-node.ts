import * as z from 'zod/mini'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { ERRORS } from '#protocol/errors.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import { PENDING_METHODS, TIP_WAYS, type PendingMethod, type TipWay } from './node-report.ts'
import { readTip } from './read-tip.ts'
import { quantity } from './rpc-schemas.ts'
import {
  isProvidersFault,
  NotServedAnswer,
  RpcError,
  UnexpectedAnswer,
  type Rpc,
  type RpcClient,
} from './rpc.ts'
import type { SimulationBlock } from './simulate.ts'

/** A test request for each method. Every node that supports the block tag can serve it. */
export const PENDING_PROBES: Record<PendingMethod, readonly unknown[]> = {
  eth_call: [{ to: ZERO_ADDRESS, data: '0x' }],
  eth_estimateGas: [{ from: ZERO_ADDRESS, to: ZERO_ADDRESS }],
  eth_getTransactionCount: [ZERO_ADDRESS],
  eth_getCode: [ZERO_ADDRESS],
}

/** Differences between nodes: the block tag and the method of reading tips. Each is probed once per node. */
export type NodeWays = {
  blockTag: (method: PendingMethod) => Promise<SimulationBlock>
  tip: () => Promise<TipWay>
  /** Discards the chosen method of reading tips. The next request chooses again. */
  forgetTip: () => void
  /** Discards all results of probes. The next request probes again. */
  forget: () => void
}

export type AdaptedNode = RpcClient & { ways: NodeWays }

/**
 * Hides the differences between nodes. `pending` becomes `latest` if the node has no pending block.
 * `eth_maxPriorityFeePerGas` is read from `eth_feeHistory` or `eth_gasPrice` if the node lacks the method.
 */
export function adaptNode(client: RpcClient): AdaptedNode {
  const ways = chooseWays(client)
  const request: Rpc['request'] = async (schema, method, params) => {
    if (method === 'eth_maxPriorityFeePerGas') {
      return z.parse(schema, quantity(await readChosenTip(client, ways)))
    }
    const pendingMethod = PENDING_METHODS.find((known) => known === method)
    if (pendingMethod === undefined || params.at(-1) !== 'pending')
      return client.request(schema, method, params)
    return client.request(schema, method, [...params.slice(0, -1), await ways.blockTag(pendingMethod)])
  }
  return { request, close: client.close, ways }
}

/** Reads the tip by the chosen method. If the node no longer serves this method, another one is chosen. */
async function readChosenTip(rpc: Rpc, ways: NodeWays): Promise<bigint> {
  const way = await ways.tip()
  try {
    return await readTip(rpc, way)
  } catch (error) {
    const isRefused = error instanceof RpcError && !isProvidersFault(error)
    if (!isRefused && !(error instanceof UnexpectedAnswer)) throw error
    ways.forgetTip()
    return readTip(rpc, await ways.tip())
  }
}

function chooseWays(rpc: Rpc): NodeWays {
  const tip = createChoice(() => chooseTip(rpc))
  const blockTags = new Map(
    PENDING_METHODS.map((method) => [method, createChoice(() => chooseBlockTag(rpc, method))]),
  )
  return {
    blockTag: async (method) => (await blockTags.get(method)?.made()) ?? 'pending',
    tip: tip.made,
    forgetTip: tip.forget,
    forget: () => {
      for (const choice of [tip, ...blockTags.values()]) choice.forget()
    },
  }
}

/** Makes a choice once. If it fails, the next caller makes it again. */
function createChoice<Way>(choose: () => Promise<Way>) {
  let choosing: Promise<Way> | undefined
  const forget = () => {
    choosing = undefined
  }
  const made = (): Promise<Way> => {
    if (choosing === undefined) {
      choosing = choose()
      choosing.catch(forget)
    }
    return choosing
  }
  return { made, forget }
}

/**
 * Chooses the block tag that a node serves. If the node refuses both tags, the method fails for another reason. The
 * real request then gets the node's error.
 */
async function chooseBlockTag(rpc: Rpc, method: PendingMethod): Promise<SimulationBlock> {
  const isServed = (tag: SimulationBlock) =>
    isAnswered(() => rpc.request(z.string(), method, [...PENDING_PROBES[method], tag]))
  if (await isServed('pending')) return 'pending'
  return (await isServed('latest')) ? 'latest' : 'pending'
}

/** @throws ApiError if the node has none of the methods */
async function chooseTip(rpc: Rpc): Promise<TipWay> {
  for (const way of TIP_WAYS) if (await isAnswered(() => readTip(rpc, way))) return way
  throw new NoTipError()
}

/** Thrown if the node has none of the methods from which a tip can be read. */
export class NoTipError extends ApiError {
  override name = 'NoTipError'

  constructor() {
    super('CHAIN_FAILED', ERRORS.CHAIN_FAILED.message(), {
      cause: new Error(`the node has none of ${TIP_WAYS.join(', ')}`),
    })
  }
}

const ASKED_MAX = 2

/**
 * Returns whether the node serves a request. Sends the request a second time if the refusal may be temporary or
 * specific to this provider, or if the response is not JSON.
 *
 * @throws ApiError if the node cannot be reached
 */
async function isAnswered(ask: () => Promise<unknown>): Promise<boolean> {
  for (let asked = 1; ; asked += 1) {
    try {
      await ask()
      return true
    } catch (error) {
      if (error instanceof UnexpectedAnswer) return false
      if (!(error instanceof RpcError || error instanceof NotServedAnswer)) throw error
      if (!isProvidersFault(error) || asked === ASKED_MAX) return false
    }
  }
}
