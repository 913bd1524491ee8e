import { encodeFunctionData, type Address, type Hex } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import type { WalletDetails } from '#protocol/org/wallets.ts'
import { readContracts } from '#service/chain/read-contract.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { answeredAddress, answeredNumber } from '#service/chain/token-answer.ts'

const QUESTIONS = (['qx', 'qy', 'isKeyReplaced', 'backup', 'pendingRecovery'] as const).map((functionName) =>
  encodeFunctionData({ abi: passkeyWalletAbi, functionName }),
)

export type WalletOnChain = { qx: string; qy: string; onChain: NonNullable<WalletDetails['onChain']> }

/**
 * What a wallet's contract answers now about its passkey and its recovery; `undefined` while there is none at the address.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function readWalletOnChain(
  chain: Pick<ChainConnection, 'rpc'>,
  wallet: Address,
): Promise<WalletOnChain | undefined> {
  const answers = await readContracts(
    chain,
    QUESTIONS.map((data) => ({ contract: wallet, data })),
  )
  const [qx = '0x', qy = '0x', replaced = '0x', backup = '0x', pending = '0x'] = answers
  const [x, y, backupAddress] = [answeredNumber(qx), answeredNumber(qy), answeredAddress(backup)]
  if (x === undefined || y === undefined || backupAddress === undefined) return undefined
  return {
    qx: digitsOf(x),
    qy: digitsOf(y),
    onChain: {
      backupAddress: checksumAddress(backupAddress),
      isKeyReplaced: (answeredNumber(replaced) ?? 0n) !== 0n,
      ...pendingOf(pending),
    },
  }
}

/** Three words: the proposed key and when it can take effect, all zero when nothing is proposed. */
function pendingOf(answer: Hex): Pick<WalletOnChain['onChain'], 'pendingRecovery'> {
  const [x, y, effectiveAt] = [0, 1, 2].map((word) => answeredNumber(`0x${answer.slice(2 + 64 * word)}`))
  if (x === undefined || y === undefined || effectiveAt === undefined || effectiveAt === 0n) return {}
  return {
    pendingRecovery: { qx: digitsOf(x), qy: digitsOf(y), effectiveAtSeconds: effectiveAt.toString() },
  }
}

function digitsOf(coordinate: bigint): string {
  return coordinate.toString(16).padStart(64, '0')
}
