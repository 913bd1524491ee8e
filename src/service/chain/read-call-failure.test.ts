import { encodeAbiParameters, encodeErrorResult, type Hex } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isExecutionFailure, revertData } from './read-call-failure.ts'
import { RpcError } from './rpc.ts'
import { simulateCall } from './simulate.ts'

const REVERTED = '0x08c379a0'

/** Errors of `eth_call` and `eth_estimateGas`, as nodes and gateways send them. */
test.each<[who: string, error: { code: number; message: string; data?: unknown }, data: string | undefined]>([
  ['geth', { code: 3, message: 'execution reverted', data: REVERTED }, REVERTED],
  ['OpenEthereum', { code: -32_015, message: 'VM execution error.', data: `Reverted ${REVERTED}` }, REVERTED],
  [
    'Ganache 7',
    {
      code: -32_000,
      message: 'VM Exception while processing transaction: revert',
      data: { hash: '0x1', result: REVERTED },
    },
    REVERTED,
  ],
  [
    'Ganache 6 (cowprotocol/ethcontract-rs 92)',
    {
      code: -32_000,
      message: 'VM Exception while processing transaction: revert not today',
      data: { [`0x${'1'.repeat(64)}`]: { error: 'revert', return: REVERTED }, stack: 'RuntimeError' },
    },
    REVERTED,
  ],
  ['a node without the data', { code: -32_000, message: 'execution reverted' }, '0x'],
  [
    'Polygon and BSC through a gateway (MetaMask/core 530)',
    {
      code: -32_603,
      message: 'Internal JSON-RPC error.',
      data: { code: -32_000, message: 'execution reverted' },
    },
    '0x',
  ],
  [
    'the same with the data',
    {
      code: -32_603,
      message: 'Internal JSON-RPC error.',
      data: { code: 3, message: 'execution reverted', data: REVERTED },
    },
    REVERTED,
  ],
  [
    'two gateways',
    {
      code: -32_603,
      message: 'Internal JSON-RPC error.',
      data: { code: -32_603, message: 'upstream', data: { code: -32_000, message: 'execution reverted' } },
    },
    '0x',
  ],
  [
    'a pruned node (MetaMask/metamask-extension 13322)',
    { code: -32_000, message: `missing trie node ${'9'.repeat(64)} (path )` },
    undefined,
  ],
  [
    'a busy node behind a gateway',
    { code: -32_603, message: 'Internal error', data: { message: 'slow down' } },
    undefined,
  ],
])('param: the revert data of %s', (_who, error, data) => {
  const refusal = new RpcError('eth_call', error)
  expect(revertData(refusal)).toBe(data)
  expect(isExecutionFailure(refusal)).toBe(data !== undefined)
})

const NOT_TODAY = encodeErrorResult({
  abi: [{ type: 'error', name: 'Error', inputs: [{ type: 'string', name: '' }] }],
  args: ['not today'],
})

test.each<[what: string, returned: Hex, ok: boolean]>([
  ['revert data as the result, as geth before 1.9.15 sends it', NOT_TODAY, false],
  ['nothing', '0x', true],
  ['a word that begins like a revert', `0x08c379a0${'0'.repeat(56)}`, true],
  ['a text', encodeAbiParameters([{ type: 'string' }], ['not today']), true],
])('param: a call that returns %s', async (_what, returned, ok) => {
  const rpc = { request: async <Schema extends z.ZodMiniType>(schema: Schema) => z.parse(schema, returned) }
  const call = {
    from: '0x1111111111111111111111111111111111111111',
    to: '0x2222222222222222222222222222222222222222',
    data: '0x',
  } as const
  const simulation = await simulateCall(rpc, call)
  expect(simulation).toMatchObject(ok ? { ok, returned } : { ok, reason: 'not today' })
})
