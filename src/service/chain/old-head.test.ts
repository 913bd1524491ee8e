import { pino } from 'pino'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { requireOpcodes } from './chain-features.ts'
import { findOldHead } from './old-head.ts'
import { RpcError, type Rpc } from './rpc.ts'

const hash = `0x${'11'.repeat(32)}`
/** Init code that every EVM runs. */
const BY_OLD_OPCODES = '0x600160005260206000f3'
const nowSeconds = () => Math.floor(Date.now() / 1_000)

/** A node at this block, before Cancun. It refuses the newer opcodes. */
function startNode({ number, seconds }: { number: number; seconds: number }): Rpc {
  const at = { number: `0x${number.toString(16)}`, timestamp: `0x${seconds.toString(16)}` }
  const block = { ...at, hash, parentHash: hash, transactions: [] }
  return {
    request: async (schema, method, params) => {
      if (method === 'eth_getBlockByNumber') return z.parse(schema, block)
      if (!JSON.stringify(params).includes(BY_OLD_OPCODES))
        throw new RpcError(method, { code: -32_000, message: 'invalid opcode: PUSH0' })
      return z.parse(schema, `0x${'0'.repeat(63)}1`)
    },
  }
}

const log = pino({ level: 'silent' })
const GENESIS = { number: 0, seconds: 1_438_269_973 }

test('error: a node at an old block → its height and date before the opcodes, because it may still synchronize (nethermind 3147)', async () => {
  await expect(requireOpcodes(startNode(GENESIS), { chainId: 1, log })).rejects.toThrow(
    /^The newest block of the node at RPC_URL is 0 of 2015-07-30T15:26:13.000Z\. .*synchronizing.* At that block, chain 1 lacks opcodes .*TSTORE/s,
  )
})

test('error: a node at a new block → the chain lacks the opcodes', async () => {
  const node = startNode({ number: 7, seconds: nowSeconds() })
  await expect(requireOpcodes(node, { chainId: 1, log })).rejects.toThrow(/^Chain 1 of RPC_URL lacks opcodes/)
})

test.each([
  ['two hours old', 7_200, 'The newest block of the node at RPC_URL is 7 of'],
  ['a minute old', 60, undefined],
  ['of the future', -60, undefined],
])('behavior: a newest block that is %s', async (_what, ageSeconds, sentence) => {
  const found = await findOldHead(startNode({ number: 7, seconds: nowSeconds() - ageSeconds }))
  if (sentence === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(sentence)
})
