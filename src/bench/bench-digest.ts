import { encodeFunctionData, parseAbi, type Address } from 'viem'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { viemDigest } from '#protocol/testing/viem-digest.ts'
import { quantile } from './load.ts'
import { timeRow, type Row } from './print-table.ts'

const WALLET: Address = '0x1111111111111111111111111111111111111111'
const TOKEN: Address = '0x2222222222222222222222222222222222222222'
const RUNS = 2000
const BUDGET_MS = 1

/** Encodes a transfer and computes its digest. Compares our functions with viem's general ones in one run. */
export async function benchDigest(): Promise<Row[]> {
  const ours = median((expiration) => {
    const data = encodeCall('transfer(address,uint256)', [WALLET, '1000000'])
    executeDigest(84001, { walletAddress: WALLET, toAddress: TOKEN, value: 0n, data, ...fields(expiration) })
  })
  const abi = parseAbi(['function transfer(address,uint256)'])
  const viems = median((expiration) => {
    const data = encodeFunctionData({ abi, args: [WALLET, 1_000_000n] })
    viemDigest(84001, { walletAddress: WALLET, toAddress: TOKEN, value: 0n, data, ...fields(expiration) })
  })
  return [
    timeRow('encode and digest, p50', ours, BUDGET_MS, 3),
    {
      what: 'encode and digest with viem, p50',
      measured: `${viems.toFixed(3)} ms (${(viems / ours).toFixed(1)} times ours)`,
      budget: '',
    },
  ]
}

function fields(expiration: bigint) {
  return { expiration, fee: 0n, feeCoinAddress: TOKEN, feeWithdrawAddress: WALLET }
}

function median(work: (expiration: bigint) => void): number {
  const times = Array.from({ length: RUNS }, (_, index) => {
    const startedAt = performance.now()
    work(BigInt(1_800_000_000 + index))
    return performance.now() - startedAt
  })
  return quantile(times, 0.5)
}
