import * as z from 'zod/mini'
import type { AskNode } from '#protocol/receipt/check-on-chain.ts'
import { t } from '#web/ui/text.ts'

const answerSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
})
const TIMEOUT_MS = 15_000

/** What a person reads when a node cannot be asked. */
export class NodeError extends Error {
  override name = 'NodeError'
}

/** Asks the node at an address by JSON-RPC. @throws NodeError */
export function askNode(address: string): AskNode {
  return async (method, params) => {
    const answer = answerSchema.safeParse(await post(address, { jsonrpc: '2.0', id: 1, method, params }))
    if (!answer.success) throw new NodeError(t('What answers there is no node of a chain.'))
    if (answer.data.error !== undefined)
      throw new NodeError(
        t('The node refused {method}: {message}', {
          method,
          message: answer.data.error.message.slice(0, 200),
        }),
      )
    return answer.data.result
  }
}

async function post(address: string, message: unknown): Promise<unknown> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return await response.json()
  } catch (cause) {
    throw new NodeError(
      t(
        'The node could not be reached. It must be on the internet or on this computer, and answer pages of other sites (CORS). A node of your own can be told to; a sandbox’s answers every page.',
      ),
      { cause },
    )
  }
}
