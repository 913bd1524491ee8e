import { saysChainIsAway } from '#protocol/chain-away.ts'
import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import type { SharedFault } from '#server-kit/jobs/held-turns.ts'
import { createTurns, type Turn, type Turns } from '#server-kit/jobs/take-turns.ts'
import type { ChainConnection } from './chain.ts'
import { isProvidersFault } from './rpc.ts'

/** The organization that asked for a simulation. Undefined for the service's own calls. */
export type Simulating = { organizationId?: string | undefined; leaving?: Turn['leaving'] }

/**
 * Maximum simulations at once in a process, if the settings name none. A node that runs few calls at once
 * loses nothing by it, and no organization can fill its queue.
 */
export const SIMULATIONS_AT_ONCE_MAX = 4

/**
 * The failures of the node. A caller whose turn did not come because of them gets the node's error. A call that the
 * node refuses, such as one that reverts, is no such failure.
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

const waitedFor = (cause: unknown): Error =>
  new Error('the node failed those whose turn came first', { cause })

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
 * Runs a simulation when it is the organization's turn (ADR 0014). Never nest it, because a simulation that
 * waits for another one could block it.
 *
 * @throws UNAVAILABLE or RATE_LIMITED if no turn came in time; CHAIN_FAILED or CHAIN_TIMEOUT if the node is the reason
 */
export function simulateInTurn<Result>(
  { simulationTurns }: Pick<ChainConnection, 'simulationTurns'>,
  { organizationId = OWN, leaving }: Simulating,
  simulate: () => Promise<Result>,
): Promise<Result> {
  if (simulationTurns === undefined) return simulate()
  return simulationTurns.run({ owner: organizationId, leaving }, simulate)
}
