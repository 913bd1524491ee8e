import { saysChainIsAway } from '#protocol/chain-away.ts'
import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import type { SharedFault } from '#server-kit/jobs/held-turns.ts'
import { createTurns, type Turn, type Turns } from '#server-kit/jobs/take-turns.ts'
import type { ChainConnection } from './chain.ts'
import { isProvidersFault } from './rpc.ts'

/** The organization that asked for a simulation. Undefined for the service's own calls. */
export type Simulating = { organizationId?: string | undefined; leaving?: Turn['leaving'] }

/**
 * Default maximum of concurrent simulations per process. A node that runs only a few calls concurrently is still
 * fully used, and no organization can fill the node's queue.
 */
export const SIMULATIONS_AT_ONCE_MAX = 4

/**
 * Failures of the node. If a caller gets no turn because of such failures, it gets the node's error. A call that the
 * node refuses, such as one that reverts, is not a failure of the node.
 */
export const NODE_FAULT: SharedFault = {
  find: (failure) => {
    if (!(failure instanceof ApiError) || !saysChainIsAway(failure.code) || !isProvidersFault(failure))
      return undefined
    const { code, publicMessage, headers } = failure
    return new ApiError(code, publicMessage, { headers, cause: waitedFor(failure) })
  },
  endless: () => apiError('CHAIN_TIMEOUT', { cause: waitedFor(undefined) }),
}

const waitedFor = (cause: unknown): Error => new Error('the node failed earlier simulations', { cause })

/** Creates the turns of a process's simulations. */
export function createSimulationTurns(atOnceMax = SIMULATIONS_AT_ONCE_MAX): Turns {
  return createTurns({ atOnceMax: () => atOnceMax, fault: NODE_FAULT })
}

/** The owner of the service's own simulations. No organization has this id. */
const OWN = ''

/** Returns the connection whose simulations take these turns. */
export function withSimulationTurns(chain: ChainConnection, turns: Turns): ChainConnection {
  return { ...chain, simulationTurns: turns }
}

/**
 * Runs a simulation when it is the organization's turn (ADR 0014). Do not call it inside another simulation, because
 * the two could block each other.
 *
 * @throws UNAVAILABLE or RATE_LIMITED if no turn came in time; CHAIN_FAILED or CHAIN_TIMEOUT if the node is the
 * reason
 */
export function simulateInTurn<Result>(
  { simulationTurns }: Pick<ChainConnection, 'simulationTurns'>,
  { organizationId = OWN, leaving }: Simulating,
  simulate: () => Promise<Result>,
): Promise<Result> {
  if (simulationTurns === undefined) return simulate()
  return simulationTurns.run({ owner: organizationId, leaving }, simulate)
}
