import * as z from 'zod/mini'
import { ApiError } from '#server-kit/http/http-error.ts'
import type { ChainConnection } from './chain.ts'
import { addressSchema, dataSchema, hashSchema, quantitySchema } from './rpc-schemas.ts'
import { callParameters, type SimulatedCall } from './simulate.ts'

const resultSchema = z.object({
  status: quantitySchema,
  returnData: dataSchema,
  logs: z._default(
    z.array(z.object({ address: addressSchema, topics: z.array(hashSchema), data: dataSchema })),
    [],
  ),
})
export type SimulatedResult = z.infer<typeof resultSchema>

/** The address under which a simulation logs transfers of the native coin. Source: ERC-7528, `traceTransfers`. */
export const NATIVE_LOGS = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/**
 * What calls would do, made one after another in a block of their own, each with its logs. `undefined` where the node
 * does not answer or has no `eth_simulateV1`.
 */
export async function simulateCalls(
  { rpc }: Pick<ChainConnection, 'rpc'>,
  calls: readonly SimulatedCall[],
): Promise<SimulatedResult[] | undefined> {
  const block = { blockStateCalls: [{ calls: calls.map(callParameters) }], traceTransfers: true }
  const schema = z.array(z.object({ calls: z.array(resultSchema) }))
  try {
    const [simulated] = await rpc.request(schema, 'eth_simulateV1', [block, 'latest'])
    return simulated?.calls.length === calls.length ? simulated.calls : undefined
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
