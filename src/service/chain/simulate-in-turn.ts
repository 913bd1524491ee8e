import type { Turn, Turns } from '#server-kit/jobs/take-turns.ts'
import type { ChainConnection } from './chain.ts'

/** The organization that asked for a simulation. Undefined for the service's own calls. */
export type Simulating = { organizationId?: string | undefined; leaving?: Turn['leaving'] }

/**
 * Maximum simulations at once in a process, if the settings name none. A node that runs few calls at once
 * loses nothing by it, and no organization can fill its queue.
 */
export const SIMULATIONS_AT_ONCE_MAX = 4

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
 * @throws UNAVAILABLE or RATE_LIMITED if no turn came in time
 */
export function simulateInTurn<Result>(
  { simulationTurns }: Pick<ChainConnection, 'simulationTurns'>,
  { organizationId = OWN, leaving }: Simulating,
  simulate: () => Promise<Result>,
): Promise<Result> {
  if (simulationTurns === undefined) return simulate()
  return simulationTurns.run({ owner: organizationId, leaving }, simulate)
}
