import { zeroHash, type Address, type Hex } from 'viem'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import { approvedMessageTypedData, type WalletTypedData } from '#protocol/signing/wallet-typed-data.ts'
import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import type { Signer } from '#service/relayer/sign-attempt.ts'
import { checkAccountSignature } from './co-signature.ts'
import { namingSetting } from './naming-setting.ts'
import { readSignerAccounts, remoteSigner } from './remote-signers.ts'
import { restAfterSilence } from './rest-after-silence.ts'
import { dataSchema } from './rpc-schemas.ts'
import { createRpc, RpcError, type RpcClient } from './rpc.ts'

/** A digest that a wallet verifies, and the typed data whose EIP-712 hash it is. */
export type CoSignedContent = { digest: Hex; typedData: WalletTypedData }

/** A remote signer with the keys of policy signers. */
export type RemotePolicySigner = {
  /**
   * Returns the accounts for which the signer has a key now.
   *
   * @throws ApiError or Error with a message for the operator
   */
  accounts: () => Promise<readonly Address[]>
  /**
   * Returns the co-signature of an account over the content, verified as the wallet contract verifies it.
   *
   * @throws UNAVAILABLE if the signer is down, refuses, or returns anything else
   */
  sign: (account: Address, content: CoSignedContent) => Promise<Hex>
  /** Returns a transaction signer with the key of an account, for the account's objections. */
  transactionSigner: (account: Address) => Signer
  close: () => Promise<void>
}

const SETTING = 'POLICY_SIGNER_URL'
/**
 * Request timeout in milliseconds. Shorter than the lease of a stored call, so that usually only one process at a
 * time requests the call's co-signature.
 */
const TIMEOUT_MS = 8_000

/**
 * Method names. Web3Signer supports the first method and accepts typed data as a JSON string in all versions. Other
 * signers support the method with the version. With both methods, the signer computes the digest itself, so it knows
 * the content that it signs.
 */
const METHODS = ['eth_signTypedData', 'eth_signTypedData_v4'] as const
type Method = (typeof METHODS)[number]

/**
 * Opens a remote signer with `eth_accounts` and `eth_signTypedData`. Its first account signs a message of a wallet
 * that cannot exist, so that a signer that cannot co-sign is detected at startup.
 *
 * @param url POLICY_SIGNER_URL. It may contain a password and is never logged.
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT with a message for the operator if the signer cannot be reached
 * @throws Error if the signer has no key, or does not sign typed data according to EIP-712
 */
export async function openRemotePolicySigner(
  url: string,
  chainId: number,
  timeoutMs = TIMEOUT_MS,
): Promise<RemotePolicySigner> {
  const rpc = restAfterSilence(createRpc({ url, timeoutMs }), timeoutMs)
  try {
    const [first] = await readSignerAccounts(rpc, SETTING)
    const method = await findMethod(rpc, first, chainId)
    return {
      accounts: () => readSignerAccounts(rpc, SETTING),
      sign: (account, content) => signVerified(rpc, method, account, content).catch(notSigned),
      transactionSigner: (account) => remoteSigner(rpc, account),
      close: () => rpc.close(),
    }
  } catch (error) {
    await rpc.close()
    throw error
  }
}

/** The error if a policy signer does not sign now. A retry is safe. */
export function policySignerUnavailable(cause: unknown): ApiError {
  return apiError(
    'UNAVAILABLE',
    'The organization’s policy signer cannot sign at the moment. Send the same request again soon.',
    { cause, headers: { 'retry-after': '5' } },
  )
}

function notSigned(cause: unknown): never {
  throw policySignerUnavailable(cause)
}

async function findMethod(rpc: RpcClient, account: Address, chainId: number): Promise<Method> {
  const message = { walletAddress: ZERO_ADDRESS, hash: zeroHash, coSigner: account }
  const content = {
    digest: messageDigest(chainId, message.walletAddress, message.hash, account),
    typedData: approvedMessageTypedData(chainId, message),
  }
  for (const method of METHODS) {
    try {
      await signVerified(rpc, method, account, content)
      return method
    } catch (error) {
      if (error instanceof RpcError) continue
      if (error instanceof ApiError) return namingSetting(SETTING)(error)
      throw new Error(`${SETTING}: ${WRONG} (${method}). Use a signer that follows EIP-712.`, {
        cause: error,
      })
    }
  }
  throw new Error(
    `${SETTING}: the signer refuses ${METHODS.join(' and ')}. Use a signer that signs typed data, and allow it.`,
  )
}

const WRONG = 'the signer returned something else than the signature of its account over the typed data'

async function signVerified(
  rpc: RpcClient,
  method: Method,
  account: Address,
  { digest, typedData }: CoSignedContent,
): Promise<Hex> {
  const coSignature = await rpc.request(dataSchema, method, [account, JSON.stringify(typedData)])
  if ((await checkAccountSignature(account, { digest, coSignature })) !== 'valid') throw new Error(WRONG)
  return coSignature
}
