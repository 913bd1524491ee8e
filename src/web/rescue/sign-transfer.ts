import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { signatureFromAssertion } from '#protocol/signing/assertion-signature.ts'
import { encodeCoinTransfer } from '#protocol/signing/coin-transfer.ts'
import { executeDigest, type ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { signWithPasskey } from './sign-with-passkey.ts'
import type { FoundWallet } from './find-wallet.ts'
import type { Token } from './read-token.ts'
import type { ChainConnection } from './settings.ts'

/** A transfer to be signed, with the description of its own bytes. */
export type Draft = { call: ExecuteCall; digest: Hex; description: CallDescription }

/** Enough for a slow person and a slow node; nothing else limits the call's time. */
const VALID_SECONDS = 3_600n
const blockSchema = z.object({ timestamp: z.string().check(z.regex(/^0x[0-9a-f]{1,16}$/i)) })

/** Drafts the call: no fee, valid for an hour by the chain's own clock. `units` in the token's base units. */
export async function draftTransfer(
  { node, chainId }: ChainConnection,
  wallet: FoundWallet,
  transfer: { token: Token; to: Address; units: bigint },
): Promise<Draft> {
  const { token, to, units } = transfer
  const block = await node.ask(blockSchema, 'eth_getBlockByNumber', ['latest', false])
  const isNative = token.address === ZERO_ADDRESS
  const call: ExecuteCall = {
    walletAddress: wallet.address,
    toAddress: isNative ? to : token.address,
    value: isNative ? units : 0n,
    data: isNative ? '0x' : encodeCoinTransfer(to, units),
    expiration: BigInt(block.timestamp) + VALID_SECONDS,
    fee: 0n,
    feeCoinAddress: ZERO_ADDRESS,
    feeWithdrawAddress: ZERO_ADDRESS,
  }
  return {
    call,
    digest: executeDigest(chainId, call),
    description: describeCall({ ...call, chainId, tokens: [token] }),
  }
}

/** The passkey's signature over a draft, in the wallet's format. @throws ReadableError */
export async function signDraft({ rpId }: ChainConnection, wallet: FoundWallet, { digest }: Draft) {
  return signatureFromAssertion(await signWithPasskey(rpId, bytesFromHex(digest), wallet.credentialId))
}
