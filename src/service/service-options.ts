import type { Logger } from 'pino'
import type { Clock } from '#server-kit/clock.ts'
import type { ChainConnection } from './chain/chain.ts'
import type { ServiceSettings } from './context.ts'
import type { Database } from './db/database.ts'
import type { Notifications } from './db/notifications.ts'
import type { Mailer } from './email/mailer.ts'
import type { Metrics } from './http/metrics.ts'
import type { ProofReader } from './organizations/proof-reader.ts'
import type { Failpoint, RelaySettings } from './relayer/relay-parts.ts'
import type { Signer } from './relayer/signer.ts'
import type { TimeMachine } from './sandbox/time-machine.ts'

export type ServiceOptions = {
  /** An open, migrated database (`openDatabase`). Whoever opened it closes it after `stop`. */
  db: Database
  /** Those of the same database. */
  notifications: Notifications
  /** The chain (`openChain`, `startEmbeddedChain`). Whoever opened it closes it after `stop`. */
  chain: ChainConnection
  /** The relayer's keys; one lane of transactions for each. */
  relayerSigners: readonly Signer[]
  mailer: Mailer
  settings: ServiceSettings
  log: Logger
  /** What is counted; absent: counters of its own, without those of the process. */
  metrics?: Metrics
  clock?: Clock
  /** Moves the time of a sandbox; absent: its time is the machine's. */
  timeMachine?: TimeMachine | undefined
  /** Absent: DNS as this machine asks it, and the web. */
  proofReader?: ProofReader
  /** Beyond the defaults of the relayer; `confirmations` comes from `settings`. */
  relaySettings?: Partial<RelaySettings>
  /** For tests that end the process at a named point of the relayer. */
  failpoint?: Failpoint
}
