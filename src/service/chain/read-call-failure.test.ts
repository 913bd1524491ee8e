import { encodeAbiParameters, encodeErrorResult, type Hex } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isExecutionFailure, revertData } from './read-call-failure.ts'
import { RpcError } from './rpc.ts'
import { estimateGas, simulateCall } from './simulate.ts'

const REVERTED = '0x08c379a0'
const CALL = {
  from: '0x1111111111111111111111111111111111111111',
  to: '0x2222222222222222222222222222222222222222',
  data: '0x',
} as const

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

const NETHERMIND_TRACE =
  '   at Nethermind.Evm.TransactionProcessor.Execute(Transaction transaction, BlockHeader block)\n   at Nethermind.Facade.BlockchainBridge.Call(BlockHeader blockHeader)'

/**
 * Errors without revert data. A node's stack trace contains words of the node's own code, which say nothing about the
 * call.
 */
test.each<[who: string, error: { message: string; data?: unknown }, isFailure: boolean]>([
  [
    'Nethermind that fails (NethermindEth/nethermind 1005)',
    {
      message: `System.InvalidOperationException: Updating balance of a non-existing account\n${NETHERMIND_TRACE}`,
    },
    false,
  ],
  [
    'Nethermind that fails, in the data (NethermindEth/nethermind 2336)',
    { message: 'Internal error', data: `Nethermind.State.InsufficientBalanceException\n${NETHERMIND_TRACE}` },
    false,
  ],
  [
    'Besu that fails',
    { message: 'Internal error', data: 'at org.hyperledger.besu.evm.EVM.runToHalt' },
    false,
  ],
  ['a JVM', { message: 'java.lang.StackOverflowError' }, false],
  ['Reth without the state', { message: 'EVM error: database error: header not found' }, false],
  ['geth out of time', { message: 'execution aborted (timeout = 5s)' }, false],
  [
    'Nethermind (NethermindEth/nethermind 1006)',
    { message: 'VM Exception while processing transaction: invalid', data: null },
    true,
  ],
  ['OpenEthereum', { message: 'VM execution error.', data: 'Bad instruction fe' }, true],
  ['OpenEthereum, jump', { message: 'VM execution error.', data: 'Bad jump destination ae' }, true],
  ['Nethermind, opcode', { message: 'VM execution error.', data: 'BadInstruction' }, true],
  ['geth, opcode', { message: 'invalid opcode: INVALID' }, true],
  ['geth, stack', { message: 'stack underflow (0 <=> 1)' }, true],
  ['geth, static call', { message: 'write protection' }, true],
  ['geth, return data', { message: 'return data out of bounds' }, true],
  ['Reth', { message: 'EVM error: InvalidFEOpcode' }, true],
  ['anvil', { message: 'EVM error OpcodeNotFound' }, true],
  ['Frontier', { message: 'evm error: InvalidCode(Opcode(254))' }, true],
])('param: an error of %s is a failed call, or not', (_who, error, isFailure) => {
  expect(isExecutionFailure(new RpcError('eth_call', { code: -32_603, ...error }))).toBe(isFailure)
})

const TOO_MUCH = 'the call needs more gas than one transaction may use'
const FAILS_OR_TOO_MUCH = 'the call fails, or needs more gas than one transaction may use'

/** Errors of `eth_estimateGas` that name the gas. Some nodes send the same words for every call that fails. */
test.each<[who: string, error: { message: string; data?: unknown }, reason: string]>([
  [
    'geth before 1.9.15 (KyberNetwork/smart-contracts 191)',
    { message: 'gas required exceeds allowance or always failing transaction' },
    FAILS_OR_TOO_MUCH,
  ],
  [
    'geth (ethereum-optimism/optimism 1421)',
    { message: 'gas required exceeds allowance (125000000)' },
    TOO_MUCH,
  ],
  [
    'OpenEthereum',
    { message: 'Transaction execution error.', data: 'Requires higher than upper limit of 50000000' },
    FAILS_OR_TOO_MUCH,
  ],
  [
    'Nethermind',
    { message: 'Cannot estimate gas, gas spent exceeded transaction and block gas limit' },
    FAILS_OR_TOO_MUCH,
  ],
  ['Nethermind, another failure', { message: 'Transaction execution fails' }, FAILS_OR_TOO_MUCH],
  [
    'geth, data alone needs more',
    { message: 'insufficient gas for floor data gas cost: gas 90000, minimum needed 121000' },
    TOO_MUCH,
  ],
])('error: an estimate that %s refuses → says no more than the node does', async (_who, error, reason) => {
  const rpc = {
    request: () => Promise.reject(new RpcError('eth_estimateGas', { code: -32_000, ...error })),
  }
  expect(await estimateGas(rpc, CALL)).toEqual({ ok: false, reason })
})

test('error: a call that the chain would refuse as a transaction → the words of the node (Linea documentation)', async () => {
  const message = 'Transaction line count for module HUB=216 is above the limit 52'
  const rpc = { request: () => Promise.reject(new RpcError('eth_estimateGas', { code: -32_000, message })) }
  expect(await estimateGas(rpc, CALL)).toEqual({ ok: false, reason: message })
})

test.each(['intern overflow', 'nonce too low', 'txpool is full', 'method handler crashed'])(
  'error: an estimate that fails with %j → an error of the node',
  async (message) => {
    const refusal = new RpcError('eth_estimateGas', { code: -32_000, message })
    await expect(estimateGas({ request: () => Promise.reject(refusal) }, CALL)).rejects.toBe(refusal)
  },
)

/** Errors of nodes that send no revert data, with the reason that a person reads. */
test.each<[who: string, error: { code: number; message: string; data?: unknown }, reason: string]>([
  [
    'zkSync Era (zksync-sdk/zksync2-python 26)',
    { code: 3, message: 'Failed to submit transaction: cannot estimate gas', data: '0x' },
    'Failed to submit transaction: cannot estimate gas',
  ],
  [
    'zkSync Era with the words of geth (zksync-sdk/zksync2-python 16)',
    {
      code: 3,
      message: 'execution reverted: Failed to submit transaction: insufficient balance for transfer',
      data: '0x',
    },
    'Failed to submit transaction: insufficient balance for transfer',
  ],
  ['geth through a gateway', { code: -32_000, message: 'execution reverted: not today' }, 'not today'],
  [
    'the same, wrapped',
    {
      code: -32_603,
      message: 'Internal JSON-RPC error.',
      data: { message: 'execution reverted: not today' },
    },
    'not today',
  ],
  [
    'Ganache',
    { code: -32_000, message: 'VM Exception while processing transaction: revert not today' },
    'not today',
  ],
  [
    'Hardhat',
    {
      code: -32_603,
      message: "Error: VM Exception while processing transaction: reverted with reason string 'not today'",
    },
    "'not today'",
  ],
  [
    'hostile words',
    { code: 3, message: `execution reverted: a\u202eb\n${'x'.repeat(5_000)}` },
    `a b ${'x'.repeat(296)}…`,
  ],
  ['geth', { code: 3, message: 'execution reverted', data: '0x' }, 'the call reverted without a reason'],
  [
    'OpenEthereum',
    { code: -32_015, message: 'VM execution error.', data: 'Reverted 0x' },
    'the call reverted without a reason',
  ],
  [
    'EDR',
    { code: 3, message: 'Transaction reverted without a reason string' },
    'the call reverted without a reason',
  ],
])('error: a revert without data of %s → its reason in words', async (_who, error, reason) => {
  const rpc = { request: () => Promise.reject(new RpcError('eth_estimateGas', error)) }
  expect(await estimateGas(rpc, CALL)).toEqual({ ok: false, reason })
  expect(await simulateCall(rpc, CALL)).toMatchObject({ ok: false, reason, data: '0x' })
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
  const simulation = await simulateCall(rpc, CALL)
  expect(simulation).toMatchObject(ok ? { ok, returned } : { ok, reason: 'not today' })
})
