import type { EmbeddedChain } from '#service/chain/embedded-chain.ts'
import type { SandboxClock } from './sandbox-clock.ts'

/** Moves the time of a sandbox: of the service, its database and its chain. Only a sandbox's context has one. */
export type TimeMachine = { aheadSeconds: () => number; advance: (seconds: number) => Promise<void> }

export function createTimeMachine(parts: {
  clock: SandboxClock
  chain: Pick<EmbeddedChain, 'mineNow'>
}): TimeMachine {
  return {
    aheadSeconds: parts.clock.aheadSeconds,
    advance: async (seconds) => {
      await parts.clock.advance(seconds)
      // An empty block in the new present: calls are simulated in the time of the newest one.
      await parts.chain.mineNow()
    },
  }
}
