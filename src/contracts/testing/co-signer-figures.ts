import type { Hex } from 'viem'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { shortSignature } from '#protocol/signing/joined-signature.ts'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import {
  KEEP_CO_SIGNER,
  OBJECT_TO_REMOVAL,
  START_CO_SIGNER_REMOVAL,
} from '#protocol/signing/wallet-functions.ts'
import { keyCall } from './adversarial-calls.ts'
import { accountCoSigner, approvalCoSigner, type CoSigner } from './co-signers.ts'
import { CHAIN_ID } from './digest-vectors.ts'
import { measureCall, replacement, signDigest, type CoSign, type GasWorld } from './gas-wallet.ts'
import { seededHash } from './seeded-values.ts'

const HOUR = 3600
const SLOTS = 8n
const DAY = 24 * HOUR

/** Gas of wallets with a second key and with a co-signer. Each wallet is new, with every slot used once. */
export async function measureCoSigned(makeWorld: () => Promise<GasWorld>): Promise<Record<string, number>> {
  return {
    ...(await measureMessages(await makeWorld())),
    ...(await measureKeys(await makeWorld())),
    ...(await measureAccount(await makeWorld())),
    ...(await measureApproval(await makeWorld())),
  }
}

/** `isValidSignature` as a transaction, for a wallet without a co-signer. */
async function measureMessages(world: GasWorld): Promise<Record<string, number>> {
  const hash = seededHash('a message')
  const tuple = signDigest(messageDigest(CHAIN_ID, world.wallet, hash))
  const short = shortSignature({ tuple, keyNumber: undefined, coSignature: undefined })
  const ask = async (signature: Hex) =>
    (await world.chain.send(world.wallet, encodeCall('isValidSignature(bytes32,bytes)', [hash, signature])))
      .gasUsed
  return { 'ERC-1271, long form': await ask(tuple), 'ERC-1271, short form': await ask(short) }
}

async function measureKeys(world: GasWorld): Promise<Record<string, number>> {
  await fillSlots(world)
  const added = await callItself(world, keyCall('addKey', replacement))
  const second = { signer: replacement, keyNumber: 1 }
  world.chain.pass(HOUR)
  const first = await measureCall(world, {})
  world.chain.pass(HOUR)
  const bySecond = await measureCall(world, second)
  world.chain.pass(HOUR)
  const removed = await measureCall(world, {
    toAddress: world.wallet,
    data: keyCall('removeKey', replacement),
  })
  return {
    'add a key': added,
    'transfer, the first of two keys': first,
    'transfer, the second key': bySecond,
    'remove a key': removed,
  }
}

async function measureAccount(world: GasWorld): Promise<Record<string, number>> {
  await fillSlots(world)
  const account = accountCoSigner()
  const set = await callItself(world, encodeCall('setCoSigner(address)', [account.address]))
  world.chain.pass(HOUR)
  const coSigned = await measureCall(world, { coSign: account.coSign })
  world.chain.pass(HOUR)
  const long = await measureCall(world, { coSign: account.coSign, long: true })
  const started = await callItself(world, START_CO_SIGNER_REMOVAL)
  const kept = await callItself(world, KEEP_CO_SIGNER, account.coSign)
  await callItself(world, START_CO_SIGNER_REMOVAL)
  world.chain.pass(3 * DAY)
  return {
    'set a co-signer': set,
    'transfer, co-signed by an account': coSigned,
    'transfer, co-signed by an account, long form': long,
    'start the removal of a co-signer': started,
    'keep a co-signer, co-signed by an account': kept,
    'transfer, after the removal of a co-signer': await measureCall(world, {}),
  }
}

async function measureApproval(world: GasWorld): Promise<Record<string, number>> {
  await fillSlots(world)
  const approval = approvalCoSigner(world.factory, 'of the gas figures')
  const deployed = await world.chain.send(world.factory, approval.deployment)
  await callItself(world, encodeCall('setCoSigner(address)', [approval.address]))
  world.chain.pass(HOUR)
  const coSigned = await measureCall(world, { coSign: approval.coSign })
  const removal = await measureObjection(world, approval)
  return {
    'deploy an approval wallet': deployed.gasUsed,
    'transfer, co-signed by a passkey': coSigned,
    ...removal,
  }
}

/** Makes the relayer's own account the co-signer, so that it can object. */
async function measureObjection(world: GasWorld, { coSign }: CoSigner): Promise<Record<string, number>> {
  const { chain, wallet } = world
  const another = await callItself(world, encodeCall('setCoSigner(address)', [chain.sender]), coSign)
  await callItself(world, START_CO_SIGNER_REMOVAL)
  const objected = await chain.send(wallet, OBJECT_TO_REMOVAL)
  return {
    'set another co-signer, co-signed by a passkey': another,
    'object to the removal of a co-signer': objected.gasUsed,
  }
}

/** A call to the wallet itself, in a slot with an expired call. */
function callItself(world: GasWorld, data: Hex, coSign?: CoSign): Promise<number> {
  world.chain.pass(HOUR)
  return measureCall(world, { toAddress: world.wallet, data, ...(coSign && { coSign }) })
}

async function fillSlots(world: GasWorld): Promise<void> {
  for (let slot = 0n; slot < SLOTS; slot += 1n) await measureCall(world, { slot })
}
