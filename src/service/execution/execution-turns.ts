import type { Logger } from 'pino'
import { createTurns, type Turn, type Turns } from '#server-kit/jobs/take-turns.ts'
import { NODE_FAULT } from '#service/chain/simulate-in-turn.ts'
import { createFairShare } from './fair-share.ts'

export type ExecutionTurns = {
  /**
   * Runs an execution of the caller's organization in turn while other organizations wait (ADR 0014).
   *
   * @throws UNAVAILABLE, or RATE_LIMITED because of the organization's own executions, if no turn came in time; the
   * error of the executions before it if they failed because the node or the relayer is away
   */
  run: <Result>(
    caller: { organizationId: string; leaving?: Turn['leaving'] },
    execute: () => Promise<Result>,
  ) => Promise<Result>
} & Pick<Turns, 'close'>

/** Creates the turns of a process. Without `atOnceMin`, executions never wait for each other. */
export function createExecutionTurns({
  atOnceMin = Infinity,
  log,
}: {
  atOnceMin?: number | undefined
  log: Pick<Logger, 'info'>
}): ExecutionTurns {
  const share = createFairShare({
    atOnceMin,
    now: () => performance.now(),
    onChange: (atOnceMax) => {
      const isOpen = atOnceMax === Infinity
      log.info({ atOnceMax: isOpen ? undefined : atOnceMax }, isOpen ? 'executions are not limited' : IN_TURN)
    },
  })
  const turns = createTurns({ ...share, fault: NODE_FAULT })
  return {
    close: turns.close,
    run: async ({ organizationId: owner, leaving }, execute) => {
      const visit = share.arrive(owner)
      let succeeded = false
      try {
        const result = await turns.run({ owner, leaving }, () => {
          share.begin(visit)
          return execute()
        })
        succeeded = true
        return result
      } finally {
        share.leave(visit, succeeded)
      }
    },
  }
}

const IN_TURN = 'executions are in turn by organization, because one below its share waited'
