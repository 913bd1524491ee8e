import * as z from 'zod/mini'
import { askNode } from '#web/ui/ask-node.ts'
import { t } from '#web/ui/text.ts'
import { RescueError } from './rescue-error.ts'

export const hexSchema = z.templateLiteral(['0x', z.string()])
/** A node of the chain, by JSON-RPC. */
export type Node = {
  /** @throws NodeError */
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** The same for an answer that is bytes. */
  hex: (method: string, params: readonly unknown[]) => Promise<`0x${string}`>
  /** The same for an answer that is a number. */
  number: (method: string, params: readonly unknown[]) => Promise<bigint>
}

/** The node at an address that the person has typed. @throws RescueError for an answer of another kind */
export function openNode(url: string): Node {
  const ask = askNode(url)
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
