import { encodeFunctionData, hexToBigInt, recoverAddress, size, slice, type Address, type Hex } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { sameAddress } from '#protocol/display/address.ts'
import type { ChainReader } from './chain.ts'
import { readBounded } from './read-contract.ts'
import { isDeployed } from './wallet-contract.ts'

/** `not-ready`: a contract that is not deployed yet or does not respond. */
export type CoSignatureCheck = 'valid' | 'invalid' | 'not-ready'

/**
 * Gas limit of the check. An approval wallet needs some 30,000 with the precompile for P-256, and 300,000
 * without it.
 */
const GAS = 1_500_000n
/** `isValidSignature` returns one word. */
const ANSWER_BYTES = 32
/** The ERC-1271 result for a valid signature. */
const VALID = `0x1626ba7e${'0'.repeat(56)}`

/**
 * Checks a co-signature as the wallet contract will: by ECDSA if the co-signer has no code, else by ERC-1271.
 * A hostile contract can only waste the gas and bytes that this call allows.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function checkCoSignature(
  chain: ChainReader,
  coSigner: Address,
  { digest, coSignature }: { digest: Hex; coSignature: Hex },
): Promise<CoSignatureCheck> {
  if (!(await isDeployed(chain, coSigner))) return checkAccountSignature(coSigner, { digest, coSignature })
  const data = encodeFunctionData({
    abi: passkeyWalletAbi,
    functionName: 'isValidSignature',
    args: [digest, coSignature],
  })
  const answer = await readBounded(
    chain,
    { contract: coSigner, data },
    { gas: GAS, answerBytes: ANSWER_BYTES },
  )
  if (answer === '0x') return 'not-ready'
  return answer === VALID ? 'valid' : 'invalid'
}

const ECDSA_BYTES = 65
/** Half of the order of secp256k1. OpenZeppelin's ECDSA rejects a higher s. */
const HIGHEST_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const RECOVERY_BYTES: ReadonlySet<string> = new Set(['0x1b', '0x1c'])

/** Checks the ECDSA signature of an account as OpenZeppelin's library does: 65 bytes, a low s, and a v of 27 or 28. */
export async function checkAccountSignature(
  account: Address,
  { digest, coSignature }: { digest: Hex; coSignature: Hex },
): Promise<CoSignatureCheck> {
  // A signature of another length can only belong to a contract, which may be deployed later.
  if (size(coSignature) !== ECDSA_BYTES) return 'not-ready'
  const isCanonical =
    hexToBigInt(slice(coSignature, 32, 64)) <= HIGHEST_S && RECOVERY_BYTES.has(slice(coSignature, 64))
  if (!isCanonical) return 'invalid'
  try {
    const signer = await recoverAddress({ hash: digest, signature: coSignature })
    return sameAddress(signer, account) ? 'valid' : 'invalid'
  } catch {
    // The bytes are not a point of the curve.
    return 'invalid'
  }
}
