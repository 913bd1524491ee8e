import { blockSchema, quantitySchema } from './chain/rpc-schemas.ts'
import { isDeployed } from './chain/wallet-state.ts'
import type { Context } from './context.ts'
import { NotReady, type ReadinessCheck } from './http/health.ts'
import type { LaneFunds } from './relayer/relay.ts'

/** The chain answers, is the right one and has the factory; the note tells how old its newest block is. */
export function chainCheck({ chain, clock }: Pick<Context, 'chain' | 'clock'>): ReadinessCheck {
  return async () => {
    const fault = chain.fault?.()
    if (fault !== undefined) throw new NotReady(fault)
    const id = await chain.rpc.request(quantitySchema, 'eth_chainId', [])
    if (id !== BigInt(chain.id)) throw new NotReady(`the node serves chain ${id}, not ${chain.id}`)
    if (!(await isDeployed(chain, chain.factory))) throw new NotReady('there is no wallet factory')
    const head = await chain.rpc.request(blockSchema, 'eth_getBlockByNumber', ['latest', false])
    const ageSeconds = Math.max(0, Math.floor(clock.now().getTime() / 1_000) - Number(head.timestamp))
    const precompile = chain.hasP256Precompile
      ? 'P-256 precompile'
      : 'no P-256 precompile, wallets verify in Solidity'
    const providers = chain.providers?.() ?? []
    const nodes = providers.map(
      ({ name, inUse, healthy }) => `${name}${inUse ? ' in use' : ''}${healthy ? '' : ' not well'}`,
    )
    return [`chain ${chain.id}`, `block ${head.number}, ${ageSeconds} s old`, precompile, ...nodes].join('; ')
  }
}

/** Ready also without funds: what needs no relayer goes on. The note tells which key needs some. */
export function relayerCheck({ relay }: Pick<Context, 'relay'>): ReadinessCheck {
  return async () => relay.funds().map(fundsNote).join('; ')
}

const NEEDS = { enough: '', low: ', needs funds soon', empty: ', NEEDS FUNDS: new work is refused' }

function fundsNote({ address, balanceWei, state }: LaneFunds): string {
  return `lane ${address} has ${balanceWei ?? 'an unknown balance of'} wei${NEEDS[state]}`
}
