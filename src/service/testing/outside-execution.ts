import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { findWalletEvents, type WalletEvent } from '#service/chain/wallet-events.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { deployRuntime } from './answering-contract.ts'
import type { TestChain } from './chain.ts'
import type { ExecuteHarness } from './execute-harness.ts'
import { callOf } from './wallet-requests.ts'

/** Brings a signed request to the chain without the service, as anybody can; answers what its wallet said then. */
export async function bringOutside(
  { chain }: Pick<ExecuteHarness, 'chain'>,
  body: Record<string, unknown>,
): Promise<WalletEvent> {
  const { call, signature } = callOf(body)
  await chain.send({ to: call.walletAddress, data: encodeExecuteCall(call, signature) })
  const wallet: Hex = `0x${call.walletAddress.slice(2).toLowerCase()}`
  const digest = executeDigest(chain.chain.id, call)
  const to = await chain.chain.rpc.request(quantitySchema, 'eth_blockNumber', [])
  const [event] = await findWalletEvents(chain.chain, [{ wallet, digest }], { to, notBefore: 0n })
  if (event === undefined) throw new Error('it was not executed')
  return event
}

/** Whether parameters are those of a call to an address. */
function isCallTo(params: readonly unknown[], address: string): boolean {
  const called = z.safeParse(z.object({ to: z.string() }), params[0]).data
  return called?.to.toLowerCase() === address.toLowerCase()
}

/**
 * Executes while every simulation of the wallet sees another state, in which the call succeeds: that is how a call
 * comes into a block in which it fails. One at a time.
 */
export async function executeUnseen(
  harness: Pick<ExecuteHarness, 'ctx' | 'execute'>,
  body: Record<string, unknown>,
) {
  const { rpc } = harness.ctx.chain
  const request = rpc.request
  const { call } = callOf(body)
  rpc.request = (schema, method, params) => {
    const simulates = method === 'eth_call' || method === 'eth_estimateGas'
    if (!simulates || !isCallTo(params, call.walletAddress)) return request(schema, method, params)
    return Promise.resolve(z.parse(schema, method === 'eth_call' ? '0x' : '0x61a80'))
  }
  return harness.execute(body).finally(() => void (rpc.request = request))
}

/** A recipient of ether that refuses while the word that it was last called with is not zero. */
export function deployDoor(test: TestChain): Promise<Hex> {
  return deployRuntime(test, '0x36600a575f54601057005b5f355f55005b5f5ffd')
}

export const SHUT: Hex = `0x${'1'.padStart(64, '0')}`
export const OPEN: Hex = `0x${'0'.repeat(64)}`
