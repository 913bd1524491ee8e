import { keccak256, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import type { CreateRelayOptions } from '#service/relayer/create-relay.ts'
import type { RelaySettings } from '#service/relayer/relay-parts.ts'
import type { Relay, Relayed, RelayHandlers, RelayOutcome, RelayRequest } from '#service/relayer/relay.ts'
import { encodeMint } from '#service/sandbox/demo-tokens.ts'
import { startTestChain, startTestRelay } from './chain.ts'
import { DatabasesOverChain } from './databases-over-chain.ts'
import { newAddress } from './new-address.ts'

export type RelaySetup = {
  settings?: Partial<RelaySettings>
  /** Undefined means the chain's own relayer. */
  signers?: CreateRelayOptions['signers']
  /** Replacements for parts of the chain. */
  chain?: Partial<ChainConnection>
  handlers?: RelayHandlers
}

/** Relays over one real chain. Each test starts with a fresh database. */
export class TestRelays extends DatabasesOverChain {
  private readonly running: Relay[] = []
  private onSimulated = () => {}

  static async start(): Promise<TestRelays> {
    return new TestRelays(await startTestChain())
  }

  get chain(): ChainConnection {
    return this.net.chain
  }

  get relayer() {
    return privateKeyToAccount(this.net.relayerKey)
  }

  /** A relay on an empty database. */
  async fresh(setup: RelaySetup = {}): Promise<Relay> {
    await this.begin()
    return this.another(setup)
  }

  /** A relay on the same database, like a second or later process. */
  async another({ settings, signers, chain, handlers }: RelaySetup = {}): Promise<Relay> {
    const options: Partial<CreateRelayOptions> = {
      settings: { sweepMs: 20, ...settings },
      failpoint: (name) => name === 'simulated' && this.onSimulated(),
    }
    if (signers !== undefined) options.signers = signers
    if (handlers !== undefined) options.handlers = handlers
    if (chain !== undefined) options.chain = { ...this.net.chain, ...chain }
    const relay = await startTestRelay(this.net, this.ctx, options)
    this.running.push(relay)
    return relay
  }

  override async endTest(): Promise<void> {
    await Promise.all(this.running.splice(0).map((relay) => relay.stop()))
    await super.endTest()
  }

  mint(to: Address, amount: bigint): RelayRequest {
    return {
      purpose: 'sandbox',
      to: this.net.tokens.erc20,
      data: encodeMint({ standard: 'erc20', to, amount }),
    }
  }

  /** Submits calls that wait together. The relay stores another transaction until all of them have arrived. */
  async submitTogether(relay: Relay, requests: readonly RelayRequest[]): Promise<Relayed[]> {
    let allAreThere = () => {}
    const all = new Promise<void>((resolve) => (allAreThere = resolve))
    const isStoring = new Promise<void>((resolve, reject) => {
      const onSigned = () => {
        resolve()
        return all
      }
      relay.submit({ ...this.mint(newAddress(), 1n), onSigned }).catch(reject)
    })
    await isStoring
    void this.whenSimulated(requests.length).then(allAreThere)
    return Promise.all(requests.map((request) => relay.submit(request)))
  }

  /** Resolves when a number of calls, from now on, are about to wait for their lane. */
  whenSimulated(count: number): Promise<void> {
    let simulated = 0
    return new Promise((resolve) => {
      this.onSimulated = () => {
        simulated += 1
        if (simulated === count) resolve()
      }
    })
  }

  coinsOf(holder: Address): Promise<bigint> {
    return readErc20Balance(this.chain, this.net.tokens.erc20, holder)
  }

  /** Number of mined transactions of the relayer's key. */
  async minedNonce(): Promise<number> {
    const params = [this.relayer.address, 'latest']
    return Number(await this.chain.rpc.request(quantitySchema, 'eth_getTransactionCount', params))
  }

  rows() {
    return this.ctx.db.selectFrom('relayed_transactions').selectAll().orderBy('nonce').execute()
  }

  attemptsOf(id: string) {
    const attempts = this.ctx.db.selectFrom('relayer_attempts').selectAll().where('relayed_id', '=', id)
    return attempts.orderBy('created_at').execute()
  }

  async settled(relay: Relay, id: string): Promise<RelayOutcome> {
    const outcome = await relay.outcome(id, 20_000)
    if (outcome === undefined) throw new Error('it was not settled')
    return outcome
  }

  /** A transaction of the relayer's key that the service does not know. */
  foreign(nonce: number): Promise<Hex> {
    const fee = 50_000_000_000n
    return this.relayer.signTransaction({
      type: 'eip1559',
      chainId: this.chain.id,
      nonce,
      to: this.relayer.address,
      gas: 21_000n,
      maxFeePerGas: fee,
      maxPriorityFeePerGas: fee,
    })
  }

  /** A mempool that loses accepted transactions until it is set to keep them. */
  losingPool() {
    const lost: Hex[] = []
    let losing = true
    const sendRawTransaction = (raw: Hex): Promise<Hex> => {
      if (!losing) return this.chain.sendRawTransaction(raw)
      lost.push(raw)
      return Promise.resolve(keccak256(raw))
    }
    const keep = () => {
      losing = false
    }
    return { lost, keep, chain: { sendRawTransaction } }
  }
}
