import { beforeEach, describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { createTurns } from '#server-kit/jobs/take-turns.ts'
import { SIMULATIONS_AT_ONCE_MAX } from '#service/chain/simulate-in-turn.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.wallets())
const wallet = await world.createWallet({ coins: 1_000n })

const signed = () => world.signed(wallet, world.transfer(newAddress(), 1n))
const countStored = async () => {
  const query = world.ctx.db.selectFrom('transactions').select((eb) => eb.fn.countAll().as('count'))
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** Makes executions wait for their turn. Returns a function that lets them run. */
function closeTurns(waitMsMax?: number) {
  const room = { atOnceMax: 0 }
  const turns = createTurns({
    atOnceMax: () => room.atOnceMax,
    ...(waitMsMax !== undefined && { waitMsMax }),
  })
  world.ctx.executionTurns = {
    ...turns,
    run: ({ organizationId, leaving }, execute) => turns.run({ owner: organizationId, leaving }, execute),
  }
  return () => {
    room.atOnceMax = 1
    return turns.run({ owner: 'another' }, async () => undefined)
  }
}

describe('an execution that waits for its turn', () => {
  let storedBefore = 0
  beforeEach(async () => void (storedBefore = await countStored()))

  test('behavior: is executed when its turn comes', async () => {
    const open = closeTurns()
    const answer = world.execute(signed())
    await open()
    expect(await answer).toMatchObject({ status: 200, content: { success: true } })
    expect(await countStored()).toBe(storedBefore + 1)
  })

  test('error: is 503 with Retry-After if no turn came, stores nothing, and succeeds when it is repeated', async () => {
    const open = closeTurns(1)
    const body = signed()
    const refused = await world.execute(body)
    expect(refused).toMatchObject({ status: 503, content: { code: 'UNAVAILABLE' } })
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await countStored()).toBe(storedBefore)
    await open()
    expect((await world.execute(body)).status).toBe(200)
  })

  test('error: is never executed if its caller leaves', async () => {
    const open = closeTurns()
    const leaving = new AbortController()
    const request = new Request('http://service.test/v1/baas/transactions/execute', {
      method: 'POST',
      headers: { 'x-api-key': world.demo.key, 'content-type': 'application/json' },
      body: JSON.stringify(signed()),
      signal: leaving.signal,
    })
    const answer = world.fetch(request)
    leaving.abort()
    expect((await answer).status).toBe(499)
    await open()
    expect(await countStored()).toBe(storedBefore)
  })
})

test('behavior: at most four simulations run at once, whatever the number of executions', async () => {
  world.ctx.executionTurns = undefined
  const { rpc } = world.chain.chain
  const { request } = rpc
  const calls = { running: 0, most: 0 }
  rpc.request = async (schema, method, params) => {
    if (!isSimulation(method, params)) return request(schema, method, params)
    calls.running += 1
    calls.most = Math.max(calls.most, calls.running)
    return request(schema, method, params).finally(() => (calls.running -= 1))
  }
  const answers = await Promise.all(Array.from({ length: 16 }, () => world.execute(signed())))
  rpc.request = request
  // On a busy machine the last ones may wait too long for their turn.
  expect(answers.map(({ status }) => status)).toContain(200)
  expect(calls.most).toBe(SIMULATIONS_AT_ONCE_MAX)
})

const SIMULATIONS = new Set(['eth_call', 'eth_estimateGas'])
/** Reads of contracts have no sender. */
function isSimulation(method: string, [call]: readonly unknown[]): boolean {
  return SIMULATIONS.has(method) && typeof call === 'object' && call !== null && 'from' in call
}

test('error: a shutdown ends the executions that wait for a turn at once, and those that run are executed', async () => {
  const { rpc } = world.chain.chain
  const { request } = rpc
  const held: (() => void)[] = []
  rpc.request = async (schema, method, params) => {
    if (isSimulation(method, params)) await new Promise<void>((resolve) => void held.push(resolve))
    return request(schema, method, params)
  }
  const answers = Array.from({ length: 6 }, () => world.execute(signed()))
  const refused: unknown[] = []
  for (const answer of answers) {
    void answer.then(({ status, content }) => status === 503 && refused.push(content.message))
  }
  await expect.poll(() => held.length).toBe(SIMULATIONS_AT_ONCE_MAX)
  world.release()
  await expect.poll(() => refused.length).toBe(2)
  expect(new Set(refused)).toEqual(new Set(['This process is shutting down']))
  rpc.request = request
  for (const open of held) open()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 503, 503])
})
