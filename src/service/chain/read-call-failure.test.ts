import { expect, test } from 'vitest'
import { isExecutionFailure, revertData } from './read-call-failure.ts'
import { RpcError } from './rpc.ts'

const REVERTED = '0x08c379a0'

/** Errors of `eth_call` and `eth_estimateGas`, as nodes and gateways send them. */
test.each<[who: string, error: { code: number; message: string; data?: unknown }, data: string | undefined]>([
  ['geth', { code: 3, message: 'execution reverted', data: REVERTED }, REVERTED],
  ['OpenEthereum', { code: -32_015, message: 'VM execution error.', data: `Reverted ${REVERTED}` }, REVERTED],
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
