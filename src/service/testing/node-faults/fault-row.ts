import type { Fault, FaultTools, NodeRequest, Reply, RpcFailure } from '#service/testing/fault-proxy.ts'
import type { JobServiceOptions } from '#service/testing/job-service.ts'
import type { JobStage } from '#service/testing/main-job.ts'
import type { PlainAnvilOptions } from '#service/testing/plain-anvil.ts'

/**
 * The result of the main job over a node. `works`: every request is accepted at the first attempt. `works when
 * repeated`: some get 502, 503 or 504 and are accepted when they are sent again. `refused`: at the start of the
 * service or for each request, with the message.
 */
export type Seen =
  | 'works'
  | 'works when repeated'
  | { refused: 'at the start' | 'each request'; sentence: string }

/** A fault of a node. */
export type FaultRow = {
  name: string
  /** Creates a new fault for each run, because a fault counts the requests. */
  create: () => Fault
  /** The part of the job at which the fault begins. */
  from: 'start' | JobStage
  seen: Seen
  node?: PlainAnvilOptions
  service?: Pick<JobServiceOptions, 'settings' | 'relaySettings' | 'chain'>
  /** Seconds by which the clock of the chain is ahead. */
  chainAheadSeconds?: number
  /** Milliseconds by which the clock of the service advances at each poll. */
  clockStepMs?: number
  /** Set if the fault forwards requests to a node of another chain. */
  needsOther?: true
}

type Change = (result: unknown, request: NodeRequest, tools: FaultTools) => unknown

/** Changes the results of one method or of several. */
export function changing(methods: string | readonly string[], change: Change): () => Fault {
  const changed = typeof methods === 'string' ? [methods] : methods
  return () => async (request, tools) => {
    const answer = await tools.ask()
    if (!changed.includes(request.method) || 'error' in answer) return answer
    return { result: change(answer.result, request, tools) }
  }
}

/** Changes every value of every result. */
export function changingValues(change: (value: unknown) => unknown): () => Fault {
  return () =>
    async (_request, { ask }) => {
      const answer = await ask()
      return 'error' in answer ? answer : { result: deepChange(answer.result, change) }
    }
}

function deepChange(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => deepChange(item, change))
  if (typeof value !== 'object' || value === null) return change(value)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, deepChange(item, change)]))
}

/** An object with other fields. Undefined removes a field. Any other value stays unchanged. */
export function withFields(result: unknown, fields: Record<string, unknown>): unknown {
  if (Array.isArray(result)) return result.map((item) => withFields(item, fields))
  return typeof result === 'object' && result !== null ? { ...result, ...fields } : result
}

/** Replies instead of the node if `replace` returns a reply. */
export function replying(
  replace: (request: NodeRequest, tools: FaultTools) => Reply | undefined | Promise<Reply | undefined>,
): () => Fault {
  return () => async (request, tools) => (await replace(request, tools)) ?? tools.ask()
}

/** Refuses some methods. */
export function refusing(methods: readonly string[], error: RpcFailure): () => Fault {
  return replying(({ method }) => (methods.includes(method) ? { error } : undefined))
}

/** Misbehaves at each n-th request. */
export function eachNth(count: number, misbehave: Fault): () => Fault {
  return () => {
    let requests = 0
    return (request, tools) => {
      requests += 1
      return requests % count === 0 ? misbehave(request, tools) : tools.ask()
    }
  }
}

/**
 * Misbehaves at each n-th request, but at none of the next equal ones, which include its retry. With `eachNth`, the
 * retry may be the next n-th request, depending on what else is sent meanwhile.
 */
export function eachNthButRetries(count: number, misbehave: Fault): () => Fault {
  return () => {
    let requests = 0
    const spared = new Map<string, number>()
    return (request, tools) => {
      requests += 1
      const key = JSON.stringify([request.method, request.params])
      const left = spared.get(key) ?? 0
      if (left > 0) spared.set(key, left - 1)
      if (left > 0 || requests % count !== 0) return tools.ask()
      spared.set(key, count)
      return misbehave(request, tools)
    }
  }
}

export const SEND = 'eth_sendRawTransaction'

/** Misbehaves at the first submissions of each transaction. */
export function firstOffers(times: number, misbehave: Fault): () => Fault {
  return () => {
    const offers = new Map<unknown, number>()
    return (request, tools) => {
      const [raw] = request.params
      // At its start, the service submits empty bytes to test whether the node accepts transactions.
      if (request.method !== SEND || raw === '0x') return tools.ask()
      const offered = (offers.get(raw) ?? 0) + 1
      offers.set(raw, offered)
      return offered <= times ? misbehave(request, tools) : tools.ask()
    }
  }
}
