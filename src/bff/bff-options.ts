import type { Logger } from 'pino'
import type { Clock } from '#server-kit/clock.ts'
import type { Answered } from '#server-kit/http/observe-requests.ts'
import type { SandboxInfo } from '#protocol/org/console-api.ts'
import type {
  CloseOrganization,
  CreateOrganization,
  FetchTarget,
  HostedChain,
  Mailer,
  UpstreamFetch,
} from './context.ts'
import type { BffDatabase } from './db/tables.ts'

export type BffOptions = {
  /** `service.fetch` when the service is embedded, `createRemoteFetch(…)` when it is hosted. */
  upstreamFetch: UpstreamFetch
  /** `{base_url}` of the service; ends in `/v1/baas`. */
  upstreamBaseUrl: string
  /** Any database with room for the `bff_` tables: `db.withTables<BffTables>()`. */
  db: BffDatabase
  /** Where people reach this deployment. Its host is the domain of the administrators' passkeys. */
  publicUrl: string
  /** The deployment's secret, 32 bytes: seals the organization's API key. */
  secretKey: Uint8Array
  /** The secret before it, while what it sealed is not sealed again. */
  oldSecretKey?: Uint8Array | undefined
  clock: Clock
  log: Logger
  /** The console's built files. */
  consoleDir: string
  /** The widget's built files, served under `/widget/v1/`. */
  widgetDir: string
  /** Reads a page for the integration doctor; absent: it says that it cannot. */
  fetchTarget?: FetchTarget | undefined
  sandbox?: SandboxInfo
  /** A service that is not ours to extend: the console then explains what is missing. */
  hostedUpstream: boolean
  /** Where the hosted service cannot be asked for its chain: what it is. */
  hostedChain?: HostedChain | undefined
  /** Sends invitations; absent: they are handed over as links only. */
  mailer?: Mailer | undefined
  /** Makes one more organization at the service; absent: people of the console cannot. */
  createOrganization?: CreateOrganization | undefined
  /** Ends an organization at the service; absent: people of the console cannot. */
  closeOrganization?: CloseOrganization | undefined
  /** Told of each answer, for metrics; the route is `file` for the console's and the widget's files. */
  onAnswer?: (answer: Answered) => void
}
