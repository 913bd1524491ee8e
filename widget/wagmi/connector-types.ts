import type { Address } from 'viem'
import type { LatchkeyProvider } from '#widget/provider/index.ts'

// wagmi's own types are not imported, because wagmi 3 and pnpm nest `@wagmi/core` where a sibling package
// cannot find it.

/** The accounts that `connect` returns. Their form depends on the options. */
export type AccountsFor<WithCapabilities> = WithCapabilities extends true
  ? readonly { address: Address; capabilities: Record<string, unknown> }[]
  : readonly Address[]

type Connecting<WithCapabilities> = {
  chainId?: number | undefined
  isReconnecting?: boolean | undefined
  withCapabilities?: WithCapabilities | boolean | undefined
}

type ConnectorEmitter = {
  emit(name: 'disconnect'): void
  emit(name: 'change', data: { accounts: readonly Address[] }): void
}

type Connector<Chain> = {
  readonly id: string
  readonly name: string
  readonly rdns: string
  readonly type: string
  connect<WithCapabilities extends boolean = false>(
    parameters?: Connecting<WithCapabilities>,
  ): Promise<{ accounts: AccountsFor<WithCapabilities>; chainId: number }>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  getProvider(): Promise<LatchkeyProvider>
  isAuthorized(): Promise<boolean>
  switchChain(parameters: { chainId: number }): Promise<Chain>
  onAccountsChanged(): void
  onChainChanged(): void
  onDisconnect(): void
}

/**
 * The function type that wagmi's `connectors` takes.
 *
 * @example
 * const connectors: CreateLatchkeyConnector[] = [latchkey({ apiUrl: 'https://wallets.example', getToken })]
 */
export type CreateLatchkeyConnector = <Chain extends { id: number }>(config: {
  chains: readonly [Chain, ...Chain[]]
  emitter: ConnectorEmitter
}) => Connector<Chain>
