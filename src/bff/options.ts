import type { SandboxInfo } from '#protocol/console/sandbox-info.ts'
import type { Answered } from '#server-kit/http/request-scope.ts'
import type {
  HasHosting,
  HasUpstream,
  HasDatabase,
  HasClock,
  HasLog,
  HasMailer,
  HasFetchTarget,
  HasWidgetFiles,
  ChecksAnswers,
  CreatesOrganizations,
  ClosesOrganizations,
  HasExplorer,
  HasHostedChain,
  HasEmbeddedGrowth,
} from './context-parts.ts'
import type { IdentityProviderOptions } from './identity/discover-provider.ts'

export type BffOptions = HasDatabase &
  HasClock &
  HasLog &
  HasUpstream &
  HasWidgetFiles &
  HasFetchTarget &
  HasMailer &
  ChecksAnswers &
  CreatesOrganizations &
  ClosesOrganizations &
  HasEmbeddedGrowth &
  HasExplorer['settings'] &
  HasHosting['settings'] &
  HasHostedChain['settings'] & {
    /** `{base_url}` of the service. Ends in `/v1/baas`. */
    upstreamBaseUrl: string
    /** Public URL of the deployment. Its host is the domain of the administrators' passkeys. */
    publicUrl: string
    /** Secret of the deployment, 32 bytes. Seals the organizations' API keys. */
    secretKey: Uint8Array
    /** Previous secret, used until everything is sealed with the current one. */
    oldSecretKey?: Uint8Array | undefined
    consoleDir: string
    sandbox?: SandboxInfo
    /** OpenID Connect sign-in. Undefined means passkeys only. */
    identityProvider?: IdentityProviderOptions | undefined
    /** Called after each response, for metrics. The route is `file` for files of the console and the widget. */
    onAnswer?: (answer: Answered) => void
  }
