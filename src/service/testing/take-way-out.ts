import { hashMessage, hashTypedData, type Address, type Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import { ORIGIN } from './approver-devices.ts'
import type { Answer } from './test-service.ts'
import type { ExecuteFields, TestWallet } from './wallet-requests.ts'
import type { WalletService } from './wallet-service.ts'

/** The receiver and spender of every example. */
export const RECEIVER = checksumAddress('0x00000000000000000000000000000000000c0b0b')
/** The units of every example, in base units. */
export const UNITS = 5n
export const CANCEL_RECOVERY: Hex = '0x0ba234d6'
const FEES = checksumAddress('0x000000000000000000000000000000000000fee5')

export type Walker = { world: WalletService; wallet: TestWallet }
type Bytes = { toAddress: Address; data: Hex; value?: string }

/**
 * One way out. `token` and `recipient` are those that policies count for it, by the table `WAYS_OUT`. `call` is
 * undefined for a message.
 */
export type Example = {
  take: () => Promise<Answer>
  token: Address
  recipient: Address
  call?: Bytes
}

type Counted = Partial<Pick<Example, 'token' | 'recipient'>>

export function takeCall({ world, wallet }: Walker, call: Bytes, counted: Counted = {}): Example {
  return {
    take: () => world.execute(world.signed(wallet, call)),
    token: call.toAddress,
    recipient: RECEIVER,
    call,
    ...counted,
  }
}

export function takeTokenCall(walker: Walker, token: Address, signature: string, params: string[]): Example {
  return takeCall(walker, { toAddress: token, data: encodeCall(signature, params) })
}

/** A call of the wallet to itself. */
export function takeOwnCall(walker: Walker, data: Hex): Example {
  const { erc20: token } = walker.world.chain.tokens
  return takeCall(walker, { toAddress: walker.wallet.address, data }, { token })
}

/** A call that counts toward no limit itself. It pays this fee, while the organization charges a fee of 1. */
export function takeFee({ world, wallet }: Walker, fee: bigint): Example {
  const { db } = world.ctx
  const { erc20: token } = world.chain.tokens
  const charged = {
    organization_id: world.demo.id,
    token_address: token.toLowerCase(),
    token_symbol: 'DEMO',
    token_decimals: 6,
    amount_per_transaction: '1',
    withdraw_address: FEES.toLowerCase(),
    updated_at: new Date(),
  }
  const fields: ExecuteFields = { fee: String(fee), feeCoinAddress: token, feeWithdrawAddress: FEES }
  const take = async (): Promise<Answer> => {
    await db.insertInto('fee_settings').values(charged).execute()
    const call = { toAddress: wallet.address, data: CANCEL_RECOVERY, ...fields }
    const answer = await world.execute(world.signed(wallet, call))
    await db.deleteFrom('fee_settings').execute()
    return answer
  }
  return { take, token, recipient: FEES }
}

function takeMessage({ world, wallet }: Walker, message: object, hash: Hex): Example {
  const take = (): Promise<Answer> => {
    const digest = messageDigest(world.chain.chain.id, wallet.address, hash)
    const signature = wallet.passkey.sign(digest)
    const body = { walletAddress: wallet.address, message, origin: ORIGIN, signature }
    return world.call('POST', '/v1/baas/messages', { body })
  }
  return { take, token: world.chain.tokens.erc20, recipient: RECEIVER }
}

export function takeText(walker: Walker, text: string): Example {
  return takeMessage(walker, { kind: 'text', text }, hashMessage(text))
}

type Member = { name: string; type: string }
type Struct = { primaryType: string; members: Member[]; message: Record<string, string> }

/** Typed data of one struct for the demo coin. */
export function takeTyped(walker: Walker, { primaryType, members, message }: Struct): Example {
  const { chain, tokens } = walker.world.chain
  const domain = { name: 'Demo', version: '1', chainId: chain.id, verifyingContract: tokens.erc20 }
  const typedData = { domain, types: { [primaryType]: members }, primaryType, message }
  return takeMessage(walker, { kind: 'typed-data', typedData }, hashTypedData(typedData))
}
