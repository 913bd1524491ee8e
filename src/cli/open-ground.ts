import type { Logger } from 'pino'
import type { Address } from 'viem'
import {
  createTimeMachine,
  openChain,
  openSandboxChain,
  openSandboxClock,
  requireTrueClock,
  type ChainConnection,
  type Database,
} from '#service/index.ts'
import { requireNoSandboxData } from './doctor-sandbox.ts'
import type { Settings } from './settings.ts'

/** A chain, and the clock that its times are compared with. */
export type Ground = {
  chain: ChainConnection
  clock: { now: () => Date }
  /** Moves the sandbox's clock. Undefined on a real chain. */
  timeMachine: ReturnType<typeof createTimeMachine> | undefined
}

/**
 * Opens the configured chain with the machine's clock, or the sandbox's own chain with its own clock.
 *
 * @throws CommandError if a real chain is configured for the database of a sandbox
 */
export async function openGround(
  { settings, log }: { settings: Settings; log: Logger },
  relayer: Address,
  db: Database,
): Promise<Ground> {
  if (settings.chain !== undefined) {
    await requireNoSandboxData(settings, db)
    await requireTrueClock(db)
    const chain = await openChain({ ...settings.chain, log })
    return { chain, clock: { now: () => new Date() }, timeMachine: undefined }
  }
  const clock = await openSandboxClock(db)
  const chain = await openSandboxChain({ dataDir: settings.dataDir, relayer, log, db, now: clock.now })
  return { chain, clock, timeMachine: createTimeMachine({ clock, chain }) }
}
