import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { connectMcp } from '#cli/testing/mcp-client.ts'
import { SCOPES } from '#protocol/endpoint.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { depth } from '#protocol/testing/tier.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import type { ExampleRequest } from '#service/testing/example-requests.ts'
import { generateFlawed, generateValues } from '#service/testing/schema-values.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { TABLE_ROWS } from '#service/testing/table-rows.ts'
import { listAgentTools } from './agent-tools.ts'

const ORIGIN = 'http://wallets.example'
const FRIEND = '0x000000000000000000000000000000000000dEaD'

/**
 * Tables that tools may write to: events, reminders and invitations to an end-user, the last check of a domain's proof,
 * and caches of pictures and of usage.
 */
const WRITTEN_BY_TOOLS = new Set([
  'approver_invitations',
  'approver_mails',
  'events',
  'holding_pictures',
  'organization_domains',
  'usage_days',
])

const world = await forFile(serviceWorld.watched())
const agent = await forFile(
  connectMcp({
    url: ORIGIN,
    shownUrl: ORIGIN,
    apiKey: world.demo.key,
    fetch: (request) => world.fetch(request),
  }),
)
const schemas = new Map(listAgentTools(SCOPES).map(({ name, inputSchema }) => [name, inputSchema]))
const flat = ({ params, query, body }: ExampleRequest = {}) => ({ ...params, ...query, ...body })

type Call = { name: string; changes: [field: string, value: unknown][] }

/** A call of any endpoint, exposed or not, with the arguments of its example or with some of them replaced. */
const calls: fc.Arbitrary<Call> = fc.oneof(
  ...TABLE_ROWS.map(({ name }) => {
    const properties = Object.entries(schemas.get(name)?.properties ?? {})
    // `waitSeconds` would make the test wait as long.
    const fields = properties.flatMap(([field, schema]) =>
      field === 'waitSeconds'
        ? []
        : fc.tuple(fc.constant(field), fc.oneof(generateValues(schema), generateFlawed(schema))),
    )
    const changes: fc.Arbitrary<Call['changes']> =
      fields.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...fields), { maxLength: 2 })
    return fc.record({ name: fc.constant(name), changes })
  }),
)

/**
 * Reads what changes when value moves: the number of the newest block, which grows with each transaction, and the state
 * of the service.
 */
async function readValue() {
  await world.state.settled()
  const tables = (await world.state.fingerprint()).split('\n')
  return {
    block: await world.chain.chain.rpc.request(quantitySchema, 'eth_blockNumber', []),
    coins: await world.coinsOf(world.wallet.address),
    tables: tables.filter((line) => !WRITTEN_BY_TOOLS.has(line.split(' ')[0] ?? '')),
  }
}

test('behavior: no sequence of calls with a key of every scope moves value or changes a setting', async () => {
  const before = await readValue()
  const sequences = fc.asyncProperty(fc.array(calls, { minLength: 1, maxLength: 12 }), async (sequence) => {
    for (const { name, changes } of sequence) {
      const args = { ...flat(world.valid.get(name)), ...Object.fromEntries(changes) }
      const { isTool } = await agent.call(name, args)
      expect(isTool, name).toBe(schemas.has(name))
    }
    expect(await readValue()).toEqual(before)
  })
  // Every endpoint once with its own example: among them an execution with a valid signature.
  const each = TABLE_ROWS.map(({ name }): Call => ({ name, changes: [] }))
  await fc.assert(sequences, {
    numRuns: depth({ usual: 25, full: 300 }),
    examples: [[each]],
    endOnFailure: true,
  })
  expect(agent.failures).toEqual([])
  expect(agent.seen.length).toBeGreaterThan(each.length)
  expect(agent.seen.filter((text) => text.includes(world.demo.key))).toEqual([])
})

test('behavior: a proposed call moves value once the wallet’s passkey signs it', async () => {
  const { address } = world.wallet
  const call = {
    walletAddress: address,
    tokenAddress: world.chain.tokens.erc20,
    to: FRIEND,
    amount: '250000',
  }
  const { content, proposal } = await agent.call('prepareErc20Transfer', call)
  const query = `kind=erc20-transfer&token=${call.tokenAddress}&to=${FRIEND}&amount=0.25`
  expect(proposal).toEqual({ url: `${ORIGIN}/wallets/${address}/send?${query}` })
  const { toAddress, txObject } = content
  const simulated = await agent.call('simulateTransaction', {
    walletAddress: address,
    toAddress,
    value: '0',
    data: txObject.data,
  })
  expect(simulated.content.policies).toEqual({ outcome: 'passes' })
  const before = await readValue()
  const answer = await world.execute(world.signed(world.wallet, { toAddress, data: txObject.data }))
  await world.settled(answer.content.transactionHash)
  expect(await world.coinsOf(address)).toBe(before.coins - 250_000n)
})
