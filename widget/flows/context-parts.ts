import type { Config } from '#widget/answers.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'

// The parts of a flow's context. A step's parameter names the parts that it uses, itself or in the steps that it
// runs: `context: HasApi & HasSignal`. `send-parts.ts` adds the parts of signing a call, and `create-context.ts`
// those of creating a wallet.

/** Aborts when the page or the person leaves. */
export type HasSignal = { signal: AbortSignal }
/** The server's settings and the permissions of this widget token. */
export type HasConfig = { config: Config }
/** The server's time, in Unix seconds. */
export type HasServerTime = { serverSeconds: () => number }
export type HasApi = { deps: Pick<FlowDeps, 'api'> }
export type HasAuthenticator = { deps: Pick<FlowDeps, 'authenticator'> }
export type HasMemory = { deps: Pick<FlowDeps, 'memory'> }
export type HasClock = { deps: Pick<FlowDeps, 'clock'> }
export type HasRandom = { deps: Pick<FlowDeps, 'random'> }
/** Reports displayed errors to the page. */
export type HasReport = { deps: Pick<FlowDeps, 'report'> }

/** Calls the server until the person leaves. */
export type CallsServer = HasApi & HasSignal
