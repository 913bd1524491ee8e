import * as z from 'zod/mini'
import { t } from '#web/ui/text.ts'
import { RescueError } from './rescue-error.ts'

const answerSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string(), data: z.optional(z.unknown()) })),
})
const hexSchema = z.templateLiteral(['0x', z.string()])
const TIMEOUT_MS = 20_000
const MESSAGE_LENGTH_MAX = 200

/** Thrown when the node answers with an error; `data` is what a contract reverted with, if it did. */
export class NodeRefusal extends RescueError {
  readonly data: `0x${string}` | undefined
  constructor(method: string, error: { message: string; data?: unknown }) {
    const message = error.message.slice(0, MESSAGE_LENGTH_MAX)
    super(t('The node refused {method}: {message}', { method, message }))
    this.data = hexSchema.safeParse(error.data).data
  }
}

/** A node of the chain, by JSON-RPC. */
export type Node = {
  /** @throws RescueError when it cannot be reached, NodeRefusal when it says no */
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** The same for an answer that is bytes. */
  hex: (method: string, params: readonly unknown[]) => Promise<`0x${string}`>
  /** The same for an answer that is a number. */
  number: (method: string, params: readonly unknown[]) => Promise<bigint>
}

/** The node at an address that the person has typed. Nothing but JSON-RPC goes there, and no cookies. */
export function openNode(url: string): Node {
  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const answer = answerSchema.safeParse(await post(url, { jsonrpc: '2.0', id: 1, method, params }))
    if (!answer.success) throw new RescueError(t('What answers at this address is no node of a chain.'))
    if (answer.data.error !== undefined) throw new NodeRefusal(method, answer.data.error)
    return answer.data.result
  }
  async function hex(method: string, params: readonly unknown[]): Promise<`0x${string}`> {
    const { data } = hexSchema.safeParse(await ask(method, params))
    if (data === undefined)
      throw new RescueError(t('The node answered {method} with something else than bytes.', { method }))
    return data
  }
  return { ask, hex, number: async (method, params) => toNumber(method, await hex(method, params)) }
}

function toNumber(method: string, text: string): bigint {
  if (!/^0x[0-9a-f]{1,64}$/i.test(text))
    throw new RescueError(t('The node answered {method} with something else than a number.', { method }))
  return BigInt(text)
}

async function post(url: string, message: unknown): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return await response.json()
  } catch (cause) {
    throw new RescueError(
      t(
        'The node could not be reached. It must be on the internet or on this computer, and answer pages of other sites (CORS).',
      ),
      { cause },
    )
  }
}
