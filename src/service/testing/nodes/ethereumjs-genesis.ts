import type { Address } from 'viem'

const ZERO_HASH = `0x${'0'.repeat(64)}`
/** Block numbers that activate each upgrade before the Merge. */
const BLOCK_FORKS = [
  'homesteadBlock',
  'eip150Block',
  'eip155Block',
  'eip158Block',
  'byzantiumBlock',
  'constantinopleBlock',
  'petersburgBlock',
  'istanbulBlock',
  'berlinBlock',
  'londonBlock',
  'mergeNetsplitBlock',
]

/** The genesis file, in the format of geth, of a chain that starts with the Prague upgrade. */
export function buildGenesis({ chainId, funded }: { chainId: number; funded: Address }) {
  return {
    config: {
      chainId,
      ...Object.fromEntries(BLOCK_FORKS.map((fork) => [fork, 0])),
      shanghaiTime: 0,
      cancunTime: 0,
      pragueTime: 0,
      terminalTotalDifficulty: 0,
      terminalTotalDifficultyPassed: true,
      depositContractAddress: '0x00000000219ab540356cbb839cbe05303d7705fa',
      blobSchedule: {
        cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 },
        prague: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
      },
    },
    nonce: '0x0',
    timestamp: '0x65000000',
    extraData: '0x',
    gasLimit: '0x1c9c380',
    difficulty: '0x0',
    mixHash: ZERO_HASH,
    coinbase: `0x${'0'.repeat(40)}`,
    number: '0x0',
    gasUsed: '0x0',
    parentHash: ZERO_HASH,
    baseFeePerGas: '0x3b9aca00',
    alloc: { [funded.slice(2)]: { balance: '0x3635c9adc5dea0000000' } },
  }
}
