import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { askNode } from '#web/ui/ask-node.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'

export const hexSchema = z.templateLiteral(['0x', z.string()])
const numberSchema = hexSchema.check(z.regex(/^0x[0-9a-f]{1,64}$/i))

/** A node of the chain, accessed by JSON-RPC. */
export type Node = {
  ask: <Answer extends z.ZodMiniType>(
    schema: Answer,
    method: string,
    params: readonly unknown[],
  ) => Promise<z.infer<Answer>>
  hex: (method: string, params: readonly unknown[]) => Promise<Hex>
  number: (method: string, params: readonly unknown[]) => Promise<bigint>
}

/**
 * Opens the node at an address that the person typed.
 *
 * @throws ReadableError if a response has an unexpected form
 */
export function openNode(url: string, askOne = askNode(url)): Node {
  const ask: Node['ask'] = async (schema, method, params) => {
    const answer = z.safeParse(schema, await askOne(method, params))
    if (answer.success) return answer.data
    throw new ReadableError(
      t('The node responded to {method} in an unknown format. Try another node.', { method }),
    )
  }
  return {
    ask,
    hex: (method, params) => ask(hexSchema, method, params),
    number: async (method, params) => BigInt(await ask(numberSchema, method, params)),
  }
}
