import { encodeFunctionData, toHex, type Address, type Hex } from 'viem'
import { demoCoinAbi } from '#protocol/abi/demo-coin.ts'
import { demoCollectibleAbi } from '#protocol/abi/demo-collectible.ts'
import { demoMultiTokenAbi } from '#protocol/abi/demo-multi-token.ts'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { measureBundles } from './bundle-figures.ts'
import { measureCoSignedBundles } from './co-signer-bundles.ts'
import { measureCoSigned } from './co-signer-figures.ts'
import { startGasChain } from './gas-chain.ts'
import {
  buildWorld,
  COLLECTOR,
  measureCall,
  NEWCOMER,
  replacement,
  SHOP,
  transferData,
  type GasCall,
  type GasWorld,
} from './gas-wallet.ts'
import { seededHash } from './seeded-values.ts'

/** Gas per kind of transaction, in table order. */
export type GasFigures = Record<string, number>

const HOUR = 3600
const RECOVERY_DELAY = 3 * 24 * HOUR
const SLOTS = 8n
const LONG_ORIGIN = ',"origin":"https://wallet.customers.some-shop.example.com","crossOrigin":false}'
const FRAME = ',"origin":"https://pay.example.com","crossOrigin":true,"topOrigin":"https://shop.example.com"}'
const GREASE =
  ',"origin":"https://shop.example.com","crossOrigin":false,"other_keys_can_be_added_here":"do not compare clientDataJSON against a template. See https://goo.gl/yabPex"}'
const CHALLENGE_FIRST = { head: '{', tail: ',"origin":"https://shop.example.com","type":"webauthn.get"}' }

/** Measures the gas of real transactions, mined by anvil. */
export async function measureGas(): Promise<GasFigures> {
  const osaka = await startGasChain('osaka')
  const prague = await startGasChain('prague')
  try {
    const world = await buildWorld(osaka)
    const figures: GasFigures = { 'deploy the factory': world.factoryGas, 'deploy a wallet': world.deployGas }
    figures['transfer, slot used for the first time'] = await measureCall(world, { slot: 0n })
    figures['transfer, slot taken by a live call'] = await measureCall(world, { slot: 0n })
    await warmSlots(world)
    for (const [name, call] of Object.entries(steadyCalls(world))) {
      osaka.pass(HOUR)
      figures[name] = await measureCall(world, call)
    }
    Object.assign(figures, await measureRecovery(world), await measureBundles(world))
    Object.assign(figures, await measureCoSigned(() => buildWorld(osaka)))
    Object.assign(figures, await measureCoSignedBundles(await buildWorld(osaka)))
    // The first transfer of a wallet takes an unused slot, and its recipient has no tokens.
    figures['transfer, the first of a wallet'] = await measureCall(await buildWorld(osaka), {
      slot: 0n,
      data: transferData(NEWCOMER),
    })
    figures['transfer, chain without the precompile'] = await measureWithoutPrecompile(
      await buildWorld(prague),
    )
    return figures
  } finally {
    osaka.stop()
    prague.stop()
  }
}

/** Uses each slot once. Afterwards a slot with an expired call costs 5,000. */
async function warmSlots(world: GasWorld): Promise<void> {
  for (let slot = 1n; slot < SLOTS; slot += 1n) await measureCall(world, { slot })
}

function steadyCalls(world: GasWorld): Record<string, GasCall> {
  const fee = { fee: 250_000n, feeWithdrawAddress: COLLECTOR }
  const transfer = transferData(SHOP)
  const batch = encodeExecuteBatch([
    { to: world.coin, value: 0n, data: transfer },
    { to: world.coin, value: 0n, data: transferData(COLLECTOR) },
  ])
  const backup = encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'setBackup', args: [COLLECTOR] })
  const instead = encodeExecuteBatch([
    { to: world.wallet, value: 0n, data: cancelCall(world, 2n) },
    { to: world.coin, value: 0n, data: transfer },
  ])
  return {
    transfer: {},
    'transfer, recipient without coins': { data: transferData(NEWCOMER) },
    'transfer, origin of 46 characters': { tail: LONG_ORIGIN },
    'transfer, in a frame': { tail: FRAME },
    'transfer, Chromium with an extra key': { tail: GREASE },
    'transfer, challenge first': CHALLENGE_FIRST,
    'transfer, long form': { long: true },
    'transfer, fee in the same coin': { ...fee, feeCoinAddress: world.coin },
    'transfer, fee in another coin': { ...fee, feeCoinAddress: world.feeCoin },
    'approve, first time': { data: erc20Approve(world) },
    'ERC-721 transfer': { toAddress: world.collectible, data: collectibleTransfer(world.wallet, 1n) },
    'ERC-1155 transfer': { toAddress: world.multiToken, data: multiTokenTransfer(world.wallet) },
    'two transfers in a batch': { toAddress: world.wallet, data: batch },
    'ether transfer of zero': { toAddress: SHOP, data: '0x' },
    'take a call back': { toAddress: world.wallet, data: cancelCall(world, 1n) },
    'take a call back and transfer, in a batch': { toAddress: world.wallet, data: instead },
    'name a backup': { toAddress: world.wallet, data: backup },
  }
}

/** A signature over a digest of that slot, which no other measured call uses. */
function cancelCall(world: GasWorld, slot: bigint): Hex {
  const digest = BigInt(seededHash('taken back')) - (BigInt(seededHash('taken back')) % SLOTS) + slot
  const expiration = BigInt(world.chain.now() + 365 * 24 * HOUR)
  return encodeFunctionData({
    abi: passkeyWalletAbi,
    functionName: 'cancelCall',
    args: [toHex(digest, { size: 32 }), expiration],
  })
}

function erc20Approve(world: GasWorld): Hex {
  return encodeFunctionData({ abi: demoCoinAbi, functionName: 'approve', args: [world.factory, 1_500_000n] })
}

function collectibleTransfer(from: Address, tokenId: bigint): Hex {
  return encodeFunctionData({
    abi: demoCollectibleAbi,
    functionName: 'safeTransferFrom',
    args: [from, SHOP, tokenId],
  })
}

function multiTokenTransfer(from: Address): Hex {
  return encodeFunctionData({
    abi: demoMultiTokenAbi,
    functionName: 'safeTransferFrom',
    args: [from, SHOP, 1n, 10n, '0x'],
  })
}

/** Sets the relayer's own account as the backup, so that it can propose. */
async function measureRecovery(world: GasWorld): Promise<GasFigures> {
  const { chain, wallet } = world
  const setBackup = encodeFunctionData({
    abi: passkeyWalletAbi,
    functionName: 'setBackup',
    args: [chain.sender],
  })
  chain.pass(HOUR)
  await measureCall(world, { toAddress: wallet, data: setBackup })
  const propose = encodeFunctionData({
    abi: passkeyWalletAbi,
    functionName: 'proposeRecovery',
    args: [replacement.x, replacement.y],
  })
  const proposed = await chain.send(wallet, propose)
  chain.pass(RECOVERY_DELAY)
  const finish = encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'finishRecovery' })
  const finished = await chain.send(wallet, finish)
  return {
    'propose a recovery': proposed.gasUsed,
    'finish a recovery': finished.gasUsed,
    'transfer, after a recovery': await measureCall(world, { signer: replacement }),
  }
}

async function measureWithoutPrecompile(world: GasWorld): Promise<number> {
  await measureCall(world, { slot: 0n })
  world.chain.pass(HOUR)
  return measureCall(world, { slot: 0n })
}
