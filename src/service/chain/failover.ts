import type { Logger } from 'pino'
import type { Hex } from 'viem'
import { ApiError } from '#server-kit/http/http-error.ts'
import type { NodeWays } from './adapt-node.ts'
import { readBlockHash } from './chain-data.ts'
import type { ProviderState } from './chain.ts'
import { hashSchema, quantitySchema } from './rpc-schemas.ts'
import { isProvidersFault, type Rpc } from './rpc.ts'

export type Provider = {
  /** Name of the setting with the provider's URL. The URL itself may contain a key. */
  name: string
  rpc: Rpc & { ways: NodeWays }
  /** Number of consecutive failures. */
  failures: number
  healthy: boolean
}

export type FailoverOptions = {
  /** The preferred provider. */
  first: Provider
  second: Provider
  log: Logger
  /** Interval between comparisons of the two providers, in milliseconds. */
  probeMs: number
}

const FAILURES_MAX = 3
/** Maximum number of blocks that a provider may be behind the other. A provider that lags more counts as down. */
const BLOCKS_BEHIND_MAX = 5n
const AGREEMENTS_KEPT = 1_000

/**
 * Two providers of one chain. The first is used while it responds. After three consecutive failures or one timeout,
 * or if the first lags behind, the second is used until the first recovers. A failed read is sent to the other
 * provider immediately, so that no caller notices.
 */
export class Failover {
  readonly rpc: Rpc
  private readonly first: Provider
  private readonly second: Provider
  private readonly options: FailoverOptions
  private readonly listeners: (() => void)[] = []
  /** Hashes of blocks that both providers have. */
  private readonly agreed = new Set<Hex>()
  private inUse: Provider
  /** Number of times that the provider in use changed. */
  private switches = 0
  private timer: NodeJS.Timeout | undefined
  private stopped = false

  constructor(options: FailoverOptions) {
    this.first = options.first
    this.second = options.second
    this.options = options
    this.inUse = options.first.healthy ? options.first : options.second
    if (this.inUse !== this.first)
      this.options.log.error(
        { alarm: 'chain-rpc-failover', provider: this.inUse.name },
        'the first RPC provider does not respond: the second is in use',
      )
    this.rpc = {
      request: (schema, method, params) => this.read((rpc) => rpc.request(schema, method, params)),
    }
    this.schedule()
  }

  providers(): ProviderState[] {
    return [this.first, this.second].map((provider) => ({
      name: provider.name,
      inUse: provider === this.inUse,
      healthy: provider.healthy,
    }))
  }

  ways(): NodeWays {
    return this.inUse.rpc.ways
  }

  onFailover(listener: () => void): void {
    this.listeners.push(listener)
  }

  /**
   * Sends a transaction to both providers. Returns the response of the provider in use, or the other's if the
   * provider in use fails.
   */
  async sendRawTransaction(raw: Hex): Promise<Hex> {
    const asked = this.inUse
    const send = (provider: Provider) =>
      this.ask(provider, (rpc) => rpc.request(hashSchema, 'eth_sendRawTransaction', [raw]))
    const other = send(this.otherThan(asked))
    // The response of the other provider matters only if the provider in use fails.
    other.catch(() => undefined)
    try {
      return await send(asked)
    } catch (error) {
      return other.catch((otherError: unknown) => {
        throw isProvidersFault(error) ? otherError : error
      })
    }
  }

  /** Whether the provider that is not in use has a different block at that height. */
  async isContradicted({ number, hash }: { number: bigint; hash: Hex }): Promise<boolean> {
    if (this.agreed.has(hash)) return false
    const other = this.otherThan(this.inUse)
    const theirs = await this.ask(other, (rpc) => readBlockHash(rpc, number)).catch(() => undefined)
    if (theirs === undefined) return false
    if (theirs === hash) {
      const [oldest = hash] = this.agreed
      if (this.agreed.add(hash).size > AGREEMENTS_KEPT) this.agreed.delete(oldest)
      return false
    }
    const noted = { alarm: 'chain-rpc-disagreement', block: number.toString(), hash, theirs }
    this.options.log.error(
      { ...noted, provider: other.name },
      'the RPC providers have different blocks: transactions in this block do not count as confirmed',
    )
    return true
  }

  stop(): void {
    this.stopped = true
    clearTimeout(this.timer)
  }

  private otherThan(provider: Provider): Provider {
    return provider === this.first ? this.second : this.first
  }

  private async read<Answer>(request: (rpc: Rpc) => Promise<Answer>): Promise<Answer> {
    const asked = this.inUse
    try {
      return await this.ask(asked, request)
    } catch (error) {
      if (!isProvidersFault(error)) throw error
      return this.ask(this.otherThan(asked), request).catch((otherError: unknown) => {
        throw isProvidersFault(otherError) ? error : otherError
      })
    }
  }

  private async ask<Answer>(provider: Provider, request: (rpc: Rpc) => Promise<Answer>): Promise<Answer> {
    const { switches } = this
    try {
      const answer = await request(provider.rpc)
      provider.failures = 0
      return answer
    } catch (error) {
      if (!isProvidersFault(error)) provider.failures = 0
      // A failure of a request that was sent before the last switch proves nothing about the provider's present
      // state.
      else if (switches === this.switches) this.failed(provider, error)
      throw error
    }
  }

  private failed(provider: Provider, error: unknown): void {
    provider.failures += 1
    const isTimeout = error instanceof ApiError && error.code === 'CHAIN_TIMEOUT'
    if (!isTimeout && provider.failures < FAILURES_MAX) return
    provider.healthy = false
    const reason = isTimeout ? 'no answer in time' : `${provider.failures} failures in a row`
    const other = this.otherThan(provider)
    if (provider === this.inUse && other.healthy) this.take(other, reason)
  }

  private take(provider: Provider, reason: string): void {
    if (provider === this.inUse) return
    this.inUse = provider
    // The node may have been updated since it was last in use, so its capabilities are probed again.
    provider.rpc.ways.forget()
    this.switches += 1
    provider.failures = 0
    const noted = { alarm: 'chain-rpc-failover', provider: provider.name, reason }
    if (provider === this.first) this.options.log.warn(noted, 'the first RPC provider is in use again')
    else this.options.log.error(noted, 'the first RPC provider fails: the second is in use')
    for (const listener of this.listeners) listener()
  }

  /**
   * Compares the heads of both providers. Finds a provider that fails, lags or has recovered without waiting for a
   * request.
   */
  private async probe(): Promise<void> {
    const heads = await Promise.all([readHead(this.first), readHead(this.second)])
    const [ofFirst, ofSecond] = heads
    const newest = heads.reduce<bigint>((max, head) => (head !== undefined && head > max ? head : max), 0n)
    this.first.healthy = isWell(ofFirst, newest)
    this.second.healthy = isWell(ofSecond, newest)
    if (this.first.healthy) this.take(this.first, 'it is well again')
    else if (this.second.healthy) this.take(this.second, 'the first one fails or lags behind')
  }

  private schedule(): void {
    if (this.stopped) return
    this.timer = setTimeout(() => void this.probe().finally(() => this.schedule()), this.options.probeMs)
    this.timer.unref()
  }
}

function isWell(head: bigint | undefined, newest: bigint): boolean {
  return head !== undefined && newest - head <= BLOCKS_BEHIND_MAX
}

function readHead(provider: Provider): Promise<bigint | undefined> {
  return provider.rpc.request(quantitySchema, 'eth_blockNumber', []).catch(() => undefined)
}
