import { encodeFunctionData, type Address, type Hex } from 'viem'
import { expect, vi } from 'vitest'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import type { ApprovalService, Protected } from './approval-service.ts'
import type { TestApprover } from './approver-devices.ts'
import type { TestWallet } from './wallet-requests.ts'

/** A wallet whose co-signer on the chain is the approval wallet of its end-user. */
export type CoSigned = Protected & { approvalWallet: Address }

/** The address of the approval wallet that the factory creates for a device's passkey. */
export function findApprovalWallet({ chain }: ApprovalService, { passkey }: TestApprover): Address {
  const point = { qx: BigInt(`0x${passkey.qx}`), qy: BigInt(`0x${passkey.qy}`) }
  return walletAddress({ factory: chain.chain.factory, ...point, rpIdHash: rpIdHash('localhost') })
}

/** Names the end-user's approval wallet as the co-signer of a new wallet, as the widget does. */
export async function coSignedWallet(world: ApprovalService): Promise<CoSigned> {
  const one = await world.protectedWallet()
  const approvalWallet = findApprovalWallet(world, one.approver)
  await vi.waitFor(async () => expect(await isDeployed(world.chain.chain, approvalWallet)).toBe(true), WAIT)
  await callItself(world, one, setCoSigner(approvalWallet))
  const named = async () => (await readAuthority(world.chain.chain, one.wallet.address))?.coSigner
  await vi.waitFor(async () => expect(await named()).toBe(approvalWallet.toLowerCase()), WAIT)
  return { ...one, approvalWallet }
}

/**
 * Creates a wallet with the policy signer as co-signer, and waits until the service has read that from a final block.
 */
export async function policySignedWallet(world: ApprovalService, policySigner: Address): Promise<TestWallet> {
  const wallet = await world.createWallet({ coins: 1_000n })
  const { content } = await callItself(world, { wallet }, setCoSigner(policySigner))
  expect(await world.settled(content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
  const readChange = () =>
    world.ctx.db
      .selectFrom('wallet_authority_events')
      .select('kind')
      .where('wallet_address', '=', lowerCase(wallet.address))
      .executeTakeFirst()
  await expect.poll(readChange).toBeDefined()
  return wallet
}

/** Timeout that is long enough for a busy machine. */
export const WAIT = { timeout: 60_000 }

/** Calldata of calls that a wallet makes to itself. */
export const setCoSigner = (coSigner: Address): Hex =>
  encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'setCoSigner', args: [coSigner] })
export const startRemoval = (): Hex =>
  encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'startCoSignerRemoval' })
export const addKey = ({ qx, qy }: { qx: bigint; qy: bigint }): Hex =>
  encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'addKey', args: [qx, qy] })

/** Executes a call of a wallet to itself. Returns the response. */
export async function callItself(world: ApprovalService, { wallet }: Pick<Protected, 'wallet'>, data: Hex) {
  const answer = await world.execute(world.signed(wallet, { toAddress: wallet.address, data }))
  expect(answer.status, answer.text).toBe(200)
  return answer
}
