import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { blockSchema, receiptSchema } from '#service/chain/rpc-schemas.ts'
import { UnexpectedAnswer, type Rpc } from '#service/chain/rpc.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { Relay, Relayed, RelayRequest } from './relay.ts'

const world = await forFile(serviceWorld.relays())
afterEach(() => world.endTest())

const METHODS = ['eth_getTransactionReceipt', 'eth_getBlockByNumber'] as const
const recordSchema = z.record(z.string(), z.unknown())
type Fields = Record<string, unknown>
type Method = (typeof METHODS)[number]

/** Fields without which nothing can be decided: the service asks the node again. All other fields are optional. */
const NEEDED: Record<Method, ReadonlySet<string>> = {
  eth_getTransactionReceipt: new Set(['transactionHash', 'blockNumber', 'blockHash', 'status']),
  eth_getBlockByNumber: new Set(['number', 'hash', 'parentHash', 'timestamp']),
}

/** Number of responses without a required field before the node sends the whole response. */
const PARTIAL_ANSWERS = 4

const ABSENCES: Record<'dropped' | 'null', (fields: Fields, name: string) => Fields> = {
  dropped: (fields, name) => Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name)),
  null: (fields, name) => ({ ...fields, [name]: null }),
}

/** Fields that the service reads. The schemas drop the others. */
const READ = {
  eth_getTransactionReceipt: Object.keys(receiptSchema.shape),
  eth_getBlockByNumber: Object.keys(blockSchema.shape),
}
const cases = METHODS.flatMap((method) =>
  READ[method].flatMap((name) =>
    Object.entries(ABSENCES).map(([how, without]) => [method, name, how, without] as const),
  ),
)

/**
 * Submits until the request is accepted. An incomplete response rejects it before anything is stored, so it
 * can be sent again.
 */
async function submitUntilAccepted(relay: Relay, request: RelayRequest): Promise<Relayed> {
  return waitFor('an accepted request', async () => {
    const submitted = await relay.submit(request).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'CHAIN_FAILED', status: 502 })
    })
    return submitted ?? undefined
  })
}

describe('a field that a node omits or sets to null', () => {
  test.each(cases)('behavior: %s without %s (%s) still confirms', async (method, name, _, without) => {
    const isNeeded = NEEDED[method].has(name)
    let partial = 0
    const request: Rpc['request'] = async (schema, asked, params) => {
      if (asked !== method || (isNeeded && partial >= PARTIAL_ANSWERS))
        return world.chain.rpc.request(schema, asked, params)
      const whole = await world.chain.rpc.request(z.unknown(), asked, params)
      const fields = recordSchema.safeParse(whole)
      if (!fields.success) return z.parse(schema, whole)
      partial += 1
      const result = z.safeParse(schema, without(fields.data, name))
      if (!result.success) throw new UnexpectedAnswer(asked, result.error)
      return result.data
    }
    const relay = await world.fresh({ chain: { rpc: { request } } })
    const to = newAddress()
    const { id } = await submitUntilAccepted(relay, world.mint(to, 1n))
    expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
    expect(await world.rows()).toHaveLength(1)
    expect(await world.coinsOf(to)).toBe(1n)
  })
})
