import type { Logger } from 'pino'
import type { Chain } from './chain/chain.ts'
import type { Database } from './db/database.ts'
import type { Mailer } from './email/mailer.ts'
import type { Relay } from './relayer/relay.ts'

/** What every operation of the service receives first. Wired once, by `createService`. */
export type Context = {
  db: Database
  chain: Chain
  relay: Relay
  mailer: Mailer
  clock: Clock
  log: Logger
  settings: ServiceSettings
  /**
   * Names of the operations that this process is in the middle of. A row that says "unfinished" while its
   * name is missing here was left by a crash and can be completed.
   */
  inFlight: Set<string>
}

/** The only source of the present time in the service. Tests move it. */
export type Clock = { now: () => Date }

export type ServiceSettings = {
  /** Where people reach this deployment, without a trailing slash. */
  publicUrl: string
  sandbox: boolean
  /** Confirmations after which a mined transaction counts as CONFIRMED. */
  confirmations: number
  /** Key of the HMACs over verification codes: 32 bytes, from the deployment's secret. */
  codeKey: Uint8Array
}

/** Who calls: the organization and the key that authenticated. */
export type Caller = { organizationId: string; keyId: string }
