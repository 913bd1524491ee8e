import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError } from '#server-kit/http/http-error.ts'
import { TURN_WAIT_MS_MAX } from '#server-kit/jobs/take-turns.ts'
import { RpcError } from './rpc.ts'
import { createSimulationTurns, simulateInTurn } from './simulate-in-turn.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const REFUSED = new RpcError('eth_call', { code: 3, message: 'execution reverted' })
/** Duration of the simulations below, in milliseconds. It is the request timeout of a node. */
const ENDS_MS = 10_000

/** Returns the error with which the last of many simulations of an organization is refused. */
async function refuseLast(simulate: () => Promise<unknown>): Promise<unknown> {
  const chain = { simulationTurns: createSimulationTurns(1) }
  const lasting = async () => {
    await new Promise((resolve) => void setTimeout(resolve, ENDS_MS))
    return simulate()
  }
  const asked = Array.from({ length: 10 }, () =>
    simulateInTurn(chain, { organizationId: 'loud' }, lasting).catch((error: unknown) => error),
  )
  await vi.advanceTimersByTimeAsync(TURN_WAIT_MS_MAX)
  return asked.at(-1)
}

test.each([
  ['time out', async () => Promise.reject(apiError('CHAIN_TIMEOUT')), { code: 'CHAIN_TIMEOUT', status: 504 }],
  ['fail', async () => Promise.reject(apiError('CHAIN_FAILED')), { code: 'CHAIN_FAILED', status: 502 }],
  ['are refused by the node', async () => Promise.reject(REFUSED), { code: 'RATE_LIMITED', status: 429 }],
  [
    'revert',
    async () => Promise.reject(apiError('TRANSACTION_REVERTS', 'no')),
    { code: 'RATE_LIMITED', status: 429 },
  ],
  ['succeed', async () => 'done', { code: 'RATE_LIMITED', status: 429 }],
])(
  'error: simulations that %s → those whose turn did not come get the right error',
  async (_, simulate, error) => {
    expect(await refuseLast(simulate)).toMatchObject(error)
  },
)

test('error: simulations that never end → the node’s time-out for those whose turn did not come', async () => {
  const error = await refuseLast(() => new Promise(() => undefined))
  expect(error).toMatchObject({ code: 'CHAIN_TIMEOUT' })
})
