import { expect, test } from 'vitest'
import { readBlockHash, readHeader, readReceipt, readSentTransaction } from './chain-data.ts'
import { findTransaction } from './find-transaction.ts'
import { RpcError, type Rpc } from './rpc.ts'

const HASH = `0x${'5e'.repeat(32)}` as const

function refusing(message: string): { rpc: Rpc } {
  return {
    rpc: {
      request: (_schema, method) => Promise.reject(new RpcError(method, { code: -32_000, message })),
    },
  }
}

const READERS: Record<string, (chain: { rpc: Rpc }) => Promise<unknown>> = {
  receipt: (chain) => readReceipt(chain, HASH),
  transaction: (chain) => findTransaction(chain, HASH),
  calldata: (chain) => readSentTransaction(chain, HASH),
  block: (chain) => readHeader(chain, 11n),
  'hash of a block': (chain) => readBlockHash(chain.rpc, 11n),
}
const readers = Object.entries(READERS)

/** Messages of nodes, as reported, for something that is not on the chain. */
test.each([
  ['object not found', '0xPolygon/zkevm-node, issue 261'],
  ['not found', '0xPolygon/zkevm-node, issue 255'],
  ['unknown transaction', 'ethereum/go-ethereum, issue 16213'],
  [
    'Error: transaction hash not found (txHash="0xec29", code=UNKNOWN_ERROR)',
    'AcalaNetwork/bodhi.js, issue 314',
  ],
  ['Requested resource not found', 'EIP-1474'],
  ['tx not found, hash: 0x5e5e', 'Cosmos EVM'],
  ['unknown block number', 'paradigmxyz/reth, issue 5696'],
])('behavior: %s → not found, as null (%s)', async (message) => {
  for (const [name, read] of readers) expect((await read(refusing(message))) ?? null, name).toBeNull()
})

test.each([
  ['header not found'],
  ['missing trie node 5e (path ) not found'],
  ['Method not found'],
  ['the method eth_getTransactionReceipt was not found'],
  ['transaction indexing is in progress'],
  ['execution reverted: not found'],
])('error: %s proves nothing about what exists', async (message) => {
  for (const [name, read] of readers) await expect(read(refusing(message)), name).rejects.toThrow(RpcError)
})
