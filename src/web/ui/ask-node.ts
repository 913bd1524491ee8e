import * as z from 'zod/mini'
import { ReadableError } from './errors.ts'
import { t } from './text.ts'

const answerSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string(), data: z.optional(z.unknown()) })),
})
const TIMEOUT_MS = 20_000
const MESSAGE_LENGTH_MAX = 200

/**
 * Message for the person when a node is unreachable or returns an error. `data` is the revert data if a
 * contract reverted.
 */
export class NodeError extends ReadableError {
  override readonly name = 'NodeError'
  readonly data: unknown

  constructor(message: string, { cause, data }: { cause?: unknown; data?: unknown } = {}) {
    super(message, { cause })
    this.data = data
  }
}

/** Calls the node at a typed address by JSON-RPC, without cookies. @throws NodeError */
export function askNode(address: string) {
  return async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const answer = answerSchema.safeParse(await post(address, { jsonrpc: '2.0', id: 1, method, params }))
    if (!answer.success) throw new NodeError(t('This address is not the RPC endpoint of a node.'))
    const { error, result } = answer.data
    if (error === undefined) return result
    const message = error.message.slice(0, MESSAGE_LENGTH_MAX)
    throw new NodeError(t('The node refused {method}: {message}', { method, message }), { data: error.data })
  }
}

async function post(address: string, message: unknown): Promise<unknown> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return await response.json()
  } catch (cause) {
    throw new NodeError(
      t(
        'The node could not be reached. It must be on the internet or on this computer, and allow requests from other sites (CORS).',
      ),
      { cause },
    )
  }
}
