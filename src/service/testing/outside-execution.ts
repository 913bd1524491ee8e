import { sql } from 'kysely'
import { concatHex, numberToHex, padHex, size, slice, type Hex } from 'viem'
import * as z from 'zod/mini'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { encodeBundle } from '#service/chain/encode-bundle.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { findWalletEvents, type WalletEvent } from '#service/chain/wallet-events.ts'
import type { Context } from '#service/context.ts'
import { deployRuntime } from './answering-contract.ts'
import type { TestChain } from './chain.ts'
import { readSignedCall } from './wallet-requests.ts'
import type { WalletService } from './wallet-service.ts'

/**
 * How a signed call reaches its wallet. `stored`: from a contract's code, so the transaction's input contains
 * no part of it.
 */
export type Way = 'direct' | 'bundle' | 'forwarder' | 'stored'

/** Submits a signed request to the chain without the service, as anyone can. Returns the result of its wallet. */
export async function bringOutside(
  { chain }: Pick<WalletService, 'chain'>,
  body: Record<string, unknown>,
  way: Way = 'direct',
): Promise<WalletEvent> {
  const { call, signature } = readSignedCall(body)
  const to = call.walletAddress
  const data = encodeExecuteCall(call, signature)
  await chain.send(await encodeWay(chain, way, { to, data }))
  const wallet: Hex = `0x${call.walletAddress.slice(2).toLowerCase()}`
  const digest = executeDigest(chain.chain.id, call)
  const newest = await chain.chain.rpc.request(quantitySchema, 'eth_blockNumber', [])
  const [event] = await findWalletEvents(chain.chain, [{ wallet, digest }], { to: newest, notBefore: 0n })
  if (event === undefined) throw new Error('it was not executed')
  return event
}

type Call = { to: Hex; data: Hex }

/** The transaction in which a call reaches its wallet. */
export async function encodeWay(chain: TestChain, way: Way, call: Call): Promise<Call> {
  const gasBound = 400_000n
  switch (way) {
    case 'direct':
      return call
    case 'bundle': {
      // The second call differs only in its last byte, so that both are encoded as a group with a template.
      const other = { ...call, data: concatHex([slice(call.data, 0, size(call.data) - 1), '0xff']), gasBound }
      return { to: chain.bundleContract, data: encodeBundle([{ ...call, gasBound }, other]).data }
    }
    case 'forwarder':
      return { to: await deployRuntime(chain, FORWARDER), data: concatHex([padHex(call.to), call.data]) }
    case 'stored':
      return { to: await deployRuntime(chain, storedCall(call)), data: '0x' }
  }
}

/** Code that calls the address in the first word of its input with the rest of the input. */
const FORWARDER: Hex = '0x602036038060205f375f5f825f5f5f355af100'
/** Length of the code that `storedCall` places before the calldata, in bytes. */
const STORED_CODE_LENGTH = 39

/** Calls one address with the calldata that follows the code. */
function storedCall({ to, data }: Call): Hex {
  const [length, at] = [size(data), STORED_CODE_LENGTH].map((number) => numberToHex(number, { size: 2 }))
  const copied = concatHex(['0x61', length ?? '0x', '0x61', at ?? '0x', '0x5f39'])
  return concatHex([copied, '0x5f5f61', length ?? '0x', '0x5f5f73', to, '0x5af100', data])
}

/** Whether the parameters of a request are those of a call to this address. */
function isCallTo(params: readonly unknown[], address: string): boolean {
  const called = z.safeParse(z.object({ to: z.string() }), params[0]).data
  return called?.to.toLowerCase() === address.toLowerCase()
}

/**
 * Executes a call while every simulation of its wallet succeeds, whatever the chain's state. This is how a call
 * gets into a block in which it fails. Only one such call may run at a time.
 */
export async function executeUnseen(
  world: Pick<WalletService, 'ctx' | 'execute'>,
  body: Record<string, unknown>,
) {
  const { rpc } = world.ctx.chain
  const request = rpc.request
  const { call } = readSignedCall(body)
  rpc.request = (schema, method, params) => {
    const simulates = method === 'eth_call' || method === 'eth_estimateGas'
    if (!simulates || !isCallTo(params, call.walletAddress)) return request(schema, method, params)
    return Promise.resolve(z.parse(schema, method === 'eth_call' ? '0x' : '0x61a80'))
  }
  return world.execute(body).finally(() => void (rpc.request = request))
}

/** Deploys a recipient of ether that refuses while the word of its last call is not zero. */
export function deployDoor(test: TestChain): Promise<Hex> {
  return deployRuntime(test, '0x36600a575f54601057005b5f355f55005b5f5ffd')
}

export const SHUT: Hex = `0x${'1'.padStart(64, '0')}`
export const OPEN: Hex = `0x${'0'.repeat(64)}`

/** Prevents all processes from following outcomes until `work` is done, as if none had run. */
export async function whileNobodyLooks<Result>(
  { ctx: { chain, db } }: { ctx: Pick<Context, 'chain' | 'db'> },
  work: () => Promise<Result>,
): Promise<Result> {
  const name = `outcomes ${chain.id}`
  await sql`insert into leases (name, owner, expires_at)
    values (${name}, gen_random_uuid(), clock_timestamp() + interval '1 hour')
    on conflict (name) do update set owner = excluded.owner, expires_at = excluded.expires_at`.execute(db)
  try {
    return await work()
  } finally {
    await db.deleteFrom('leases').where('name', '=', name).execute()
  }
}
