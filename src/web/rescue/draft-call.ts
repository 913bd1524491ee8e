import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription, KnownToken } from '#protocol/display/call-description.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { signatureFromAssertion } from '#protocol/signing/assertion-signature.ts'
import { encodeCoinTransfer } from '#protocol/signing/coin-transfer.ts'
import { executeDigest, type ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { START_CO_SIGNER_REMOVAL } from '#protocol/signing/wallet-functions.ts'
import type { FoundWallet } from './find-wallet.ts'
import type { Token } from './read-token.ts'
import type { ChainConnection } from './settings.ts'
import { signWithPasskey } from './sign-with-passkey.ts'

/** A call to be signed, with a description decoded from its own bytes. */
export type Draft = {
  what: 'transfer' | 'removal'
  call: ExecuteCall
  digest: Hex
  description: CallDescription
  /** Address of the co-signer. Undefined if the passkey's signature suffices. */
  coSigner: Address | undefined
}

/** Validity of a call in seconds, long enough for a slow person and a slow node. No other limit applies. */
const VALID_SECONDS = 3_600n
/** Validity of a call that needs a co-signature, in seconds. */
const CO_SIGNED_VALID_SECONDS = 86_400n
const blockSchema = z.object({ timestamp: z.string().check(z.regex(/^0x[0-9a-f]{1,16}$/i)) })

/** Drafts a transfer without a fee. `units` is the amount in the token's base units. */
export async function draftTransfer(
  connection: ChainConnection,
  wallet: FoundWallet,
  transfer: { token: Token; to: Address; units: bigint },
): Promise<Draft> {
  const { token, to, units } = transfer
  const isNative = token.address === ZERO_ADDRESS
  const coSigner = wallet.coSigner?.address
  const validSeconds = coSigner === undefined ? VALID_SECONDS : CO_SIGNED_VALID_SECONDS
  const call = await withoutFee(connection, wallet, validSeconds, {
    toAddress: isNative ? to : token.address,
    value: isNative ? units : 0n,
    data: isNative ? '0x' : encodeCoinTransfer(to, units),
  })
  return { what: 'transfer', ...described(connection, call, [token]), coSigner }
}

/**
 * Drafts the call that starts the removal of the co-signer. The call has no fee, value or further data, because it
 * would otherwise need a co-signature (profile 14).
 */
export async function draftRemoval(connection: ChainConnection, wallet: FoundWallet): Promise<Draft> {
  const call = await withoutFee(connection, wallet, VALID_SECONDS, {
    toAddress: wallet.address,
    value: 0n,
    data: START_CO_SIGNER_REMOVAL,
  })
  return { what: 'removal', ...described(connection, call, []), coSigner: undefined }
}

/** Completes a call with no fee and an expiration by the chain's own clock. */
async function withoutFee(
  { node }: ChainConnection,
  wallet: FoundWallet,
  validSeconds: bigint,
  call: Pick<ExecuteCall, 'toAddress' | 'value' | 'data'>,
): Promise<ExecuteCall> {
  const block = await node.ask(blockSchema, 'eth_getBlockByNumber', ['latest', false])
  return {
    walletAddress: wallet.address,
    ...call,
    expiration: BigInt(block.timestamp) + validSeconds,
    fee: 0n,
    feeCoinAddress: ZERO_ADDRESS,
    feeWithdrawAddress: ZERO_ADDRESS,
  }
}

function described({ chainId }: ChainConnection, call: ExecuteCall, tokens: readonly Token[]) {
  return {
    call,
    digest: executeDigest(chainId, call),
    description: describeCall({ ...call, chainId, tokens: tokens.flatMap(knownToken) }),
  }
}

/**
 * The token for the description. Leaves out a token without decimals, so that the description shows base
 * units.
 */
function knownToken({ decimals, ...token }: Token): KnownToken[] {
  return decimals === null ? [] : [{ ...token, decimals }]
}

/** The passkey's signature over a draft, in the wallet's format. @throws ReadableError */
export async function signDraft(
  { rpId }: ChainConnection,
  wallet: FoundWallet,
  { digest }: Draft,
): Promise<Hex> {
  return signatureFromAssertion(await signWithPasskey(rpId, bytesFromHex(digest), wallet.credentialId))
}
