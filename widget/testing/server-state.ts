import type { Address, Hex } from 'viem'
import type { ExecuteRequest } from '#protocol/execute-transaction.ts'
import type { WidgetBrand } from '#protocol/widget-api.ts'
import type { StandInWallet } from './judge-execution.ts'
import type { OnChain } from './stand-in-wallet.ts'

export const COIN: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const FACTORY: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
export const FEE_RECEIVER: Address = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0'
/** An ERC-721 collection that is not on the allowed list, and has no ERC-20 functions. */
export const COLLECTION: Address = '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9'

/** A fee of half a coin for a wallet or a call. */
export const FEE = { tokenAddress: COIN, amountPerTransaction: '500000', withdrawAddress: FEE_RECEIVER }

/** The state of the stand-in for the server: the settings of a test, and the records that it reads. */
export type ServerState = {
  fee: { tokenAddress: Address; amountPerTransaction: string; withdrawAddress: Address } | null
  operations: string[]
  email: string | undefined
  /** The organization's name, logo and color. */
  brand: WidgetBrand
  code: string
  codeLifetimeMs: number
  wallets: StandInWallet[]
  balances: Map<string, bigint>
  /**
   * `holdings`: more fields of the balances response, such as NFTs. `descriptors`: the page's ERC-7730 descriptors.
   */
  holdings: Record<string, unknown>
  descriptors?: unknown
  /** The simulation's result for any call. Undefined removes the endpoint. */
  simulated?: unknown
  /** The policies' decision on any message. Undefined removes the endpoint. */
  messageReview?: unknown
  /** Backup address and recovery by lower-case address, as the contracts report them. */
  onChain: Map<string, OnChain>
  /** Whether the extensions of profile 8 exist. */
  extensions: boolean
  held: boolean
  /**
   * Statuses of a message's approval, one per poll, then the last one again. Undefined means that the service
   * holds no messages.
   */
  messageStatuses?: string[]
  /** The co-signature of an approved message. */
  coSignature?: Hex
  /** Time for which held calls wait, in milliseconds. */
  openMs: number
  statuses: string[]
  /** More facts of the transaction, such as its reason. */
  facts: Record<string, unknown>
  /** Received requests: `POST /wallets`, … */
  requests: { line: string; query: string; body: unknown; headers: Headers }[]
  /** Executed calls. `ended` is the final status of a call, from the poll on that has returned it. */
  executed: { request: ExecuteRequest; digest: Hex; ended?: string }[]
  /** The public registry's descriptors that the organization trusts. */
  registry: readonly object[]
  /** Changes a response's content. Returns other content to send instead, or a whole response. */
  tamper: (line: string, content: unknown) => unknown
  /** Responds instead of the stand-in, with an error response or a lost connection. */
  interrupt: (line: string, time: number) => Response | 'lost' | undefined
  validToken: string
  nowMs: () => number
}

/** A state with an allowed token and no wallet. */
export function createServerState(changes: Partial<ServerState> = {}): ServerState {
  return {
    fee: null,
    operations: ['create', 'transfer', 'execute'],
    email: undefined,
    brand: { name: 'Demo' },
    code: '123456',
    codeLifetimeMs: 600_000,
    wallets: [],
    balances: new Map(),
    holdings: {},
    onChain: new Map(),
    extensions: true,
    held: false,
    openMs: 540_000,
    facts: {},
    statuses: ['SUBMITTED', 'CONFIRMED'],
    requests: [],
    executed: [],
    registry: [],
    tamper: (_line, content) => content,
    interrupt: () => undefined,
    validToken: 'token-1',
    nowMs: () => Date.now(),
    ...changes,
  }
}
