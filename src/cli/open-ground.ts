import type { Logger } from 'pino'
import type { Address } from 'viem'
import {
  createTimeMachine,
  findSandboxData,
  openChain,
  openSandboxChain,
  openSandboxClock,
  requireTrueClock,
  type ChainConnection,
  type Database,
} from '#service/index.ts'
import { describeSandboxData, SANDBOX_DATA_TODO } from './doctor-sandbox.ts'
import type { Settings } from './settings.ts'

/** A chain, and the clock that its times are compared with. */
export type Ground = {
  chain: ChainConnection
  clock: { now: () => Date }
  /** Moves the sandbox's clock. Undefined on a real chain. */
  timeMachine: ReturnType<typeof createTimeMachine> | undefined
}

/** Opens the configured chain with the machine's clock, or the sandbox's own chain with its own clock. */
export async function openGround(
  { settings, log }: { settings: Settings; log: Logger },
  relayer: Address,
  db: Database,
): Promise<Ground> {
  if (settings.chain !== undefined) {
    await requireTrueClock(db)
    await reportSandboxData(db, settings.chain.chainId, log)
    const chain = await openChain({ ...settings.chain, log })
    return { chain, clock: { now: () => new Date() }, timeMachine: undefined }
  }
  const clock = await openSandboxClock(db)
  const chain = await openSandboxChain({ dataDir: settings.dataDir, relayer, log, db, now: clock.now })
  return { chain, clock, timeMachine: createTimeMachine({ clock, chain }) }
}

/** Writes an alarm to the log if a real chain is served from the database of a sandbox. */
async function reportSandboxData(db: Database, chainId: number, log: Logger): Promise<void> {
  const data = await findSandboxData(db)
  if (data === undefined) return
  log.error({ alarm: 'sandbox-data', todo: SANDBOX_DATA_TODO }, describeSandboxData(chainId, data))
}
