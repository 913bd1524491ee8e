import { quantity } from '#service/chain/rpc-schemas.ts'
import { changing, changingValues, refusing, replying, withFields, type FaultRow } from './fault-row.ts'

const RECEIPT = 'eth_getTransactionReceipt'
const BLOCK = 'eth_getBlockByNumber'
const LOGS = 'eth_getLogs'
const TRANSACTION = 'eth_getTransactionByHash'
const NO_TIP = { code: -32_601, message: 'the method does not exist/is not available' }

const isQuantity = (value: unknown): value is string =>
  typeof value === 'string' && /^0x(0|[1-9a-f][0-9a-f]{0,15})$/.test(value)
const upperCase = (value: unknown) =>
  typeof value === 'string' && value.startsWith('0x') ? `0x${value.slice(2).toUpperCase()}` : value

/** Fields that are missing, null, or in another format. */
export const ANSWER_FAULTS: readonly FaultRow[] = [
  {
    name: 'receipts with null for the gas and its price',
    create: changing(RECEIPT, (result) =>
      withFields(result, { effectiveGasPrice: null, gasUsed: null, l1Fee: null }),
    ),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'receipts without logs',
    create: changing(RECEIPT, (result) => withFields(result, { logs: undefined })),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'receipts with null for the logs',
    create: changing(RECEIPT, (result) => withFields(result, { logs: null })),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'receipts without a status',
    create: changing(RECEIPT, (result) => withFields(result, { status: undefined })),
    from: 'start',
    seen: { refused: 'at the start', sentence: 'eth_getTransactionReceipt gives no receipt with' },
  },
  {
    name: 'receipts without a block',
    create: changing(RECEIPT, (result) => withFields(result, { blockHash: null, blockNumber: null })),
    from: 'start',
    seen: { refused: 'at the start', sentence: 'eth_getTransactionReceipt gives no receipt with' },
  },
  {
    name: 'blocks with null for the base fee',
    create: changing(BLOCK, (result) => withFields(result, { baseFeePerGas: null })),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'blocks without their transactions',
    create: changing(BLOCK, (result) => withFields(result, { transactions: undefined })),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'blocks with null for their transactions',
    create: changing(BLOCK, (result) => withFields(result, { transactions: null })),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'blocks without the hash of the block before',
    create: changing(BLOCK, (result) => withFields(result, { parentHash: undefined })),
    from: 'start',
    seen: { refused: 'at the start', sentence: 'eth_getBlockByNumber gives no block with' },
  },
  {
    name: 'blocks with whole transactions in place of hashes',
    create: replying(({ method, params: [block] }, { ask }) =>
      method === BLOCK ? ask({ method, params: [block, true] }) : undefined,
    ),
    from: 'start',
    seen: { refused: 'at the start', sentence: 'eth_getBlockByNumber gives no block with' },
  },
  {
    name: 'logs without timestamps',
    create: changing(LOGS, (result) => withFields(result, { blockTimestamp: undefined })),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'logs with timestamps as numbers',
    create: changing(LOGS, (result) => withFields(result, { blockTimestamp: 1_700_000_000 })),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'null for logs',
    create: changing(LOGS, () => null),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'no logs, as from a node without an index',
    create: changing(LOGS, () => []),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'fee history without rewards',
    create: replying(async ({ method }, { ask }) => {
      if (method === 'eth_maxPriorityFeePerGas') return { error: NO_TIP }
      if (method !== 'eth_feeHistory') return undefined
      const answer = await ask()
      return 'error' in answer ? answer : { result: withFields(answer.result, { reward: undefined }) }
    }),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'null for the fee history',
    create: replying(({ method }) => {
      if (method === 'eth_maxPriorityFeePerGas') return { error: NO_TIP }
      return method === 'eth_feeHistory' ? { result: null } : undefined
    }),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'transactions without hash and block',
    create: changing(TRANSACTION, (result) => withFields(result, { hash: undefined, blockNumber: null })),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'null for every transaction',
    create: changing(TRANSACTION, () => null),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'an error in place of null for what is not there',
    create: replying(async ({ method }, { ask }) => {
      if (![RECEIPT, BLOCK, TRANSACTION].includes(method)) return undefined
      const answer = await ask()
      const isThere = 'error' in answer || !('result' in answer) || answer.result !== null
      return isThere ? answer : { error: { code: -32_600, message: 'object not found' } }
    }),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'hex in capitals',
    create: changingValues(upperCase),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'numbers with leading zeros',
    create: changingValues((value) => (isQuantity(value) ? `0x00${value.slice(2)}` : value)),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'numbers in place of hex',
    create: changingValues((value) => (isQuantity(value) ? Number(value) : value)),
    from: 'start',
    seen: { refused: 'at the start', sentence: 'RPC_URL does not respond as a node does' },
  },
  {
    name: 'fields that no standard knows',
    create: changing([RECEIPT, BLOCK, LOGS, TRANSACTION], (result) =>
      withFields(result, { l1BlockNumber: quantity(7n), totalDifficulty: null, extra: { nested: [1, 'x'] } }),
    ),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'another chain at the start',
    create: changing('eth_chainId', () => quantity(1n)),
    from: 'start',
    seen: { refused: 'at the start', sentence: 'RPC_URL serves chain 1, but CHAIN_ID is 77001' },
  },
  {
    name: 'no eth_maxPriorityFeePerGas (-32601)',
    create: refusing(['eth_maxPriorityFeePerGas'], NO_TIP),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'neither eth_maxPriorityFeePerGas nor eth_feeHistory (-32004)',
    create: refusing(['eth_maxPriorityFeePerGas', 'eth_feeHistory'], {
      code: -32_004,
      message: 'Method not supported',
    }),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'no eth_maxPriorityFeePerGas (HTTP 405)',
    create: replying(({ method }) =>
      method === 'eth_maxPriorityFeePerGas' ? { status: 405, body: 'Method Not Allowed' } : undefined,
    ),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'no eth_maxPriorityFeePerGas (plain text)',
    create: replying(({ method }) =>
      method === 'eth_maxPriorityFeePerGas'
        ? { status: 200, headers: { 'content-type': 'text/plain' }, body: 'method not whitelisted' }
        : undefined,
    ),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'no eth_maxPriorityFeePerGas any more once the calls begin',
    create: refusing(['eth_maxPriorityFeePerGas'], NO_TIP),
    from: 'calls',
    seen: 'works',
  },
  {
    name: 'no pending block',
    create: replying(({ params }) =>
      params.at(-1) === 'pending'
        ? { error: { code: -32_000, message: 'pending block is not available' } }
        : undefined,
    ),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'no pending block for estimates of gas',
    create: replying(({ method, params }) =>
      method === 'eth_estimateGas' && params.at(-1) === 'pending'
        ? { error: { code: -32_602, message: '"pending" is not yet supported' } }
        : undefined,
    ),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'no eth_getLogs',
    create: refusing([LOGS], NO_TIP),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'no eth_estimateGas',
    create: refusing(['eth_estimateGas'], NO_TIP),
    from: 'start',
    seen: {
      refused: 'at the start',
      sentence: 'eth_estimateGas is served neither at “pending” nor at “latest”',
    },
  },
  {
    name: 'no eth_sendRawTransaction',
    create: refusing(['eth_sendRawTransaction'], NO_TIP),
    from: 'start',
    seen: { refused: 'at the start', sentence: 'eth_sendRawTransaction is not served' },
  },
  {
    name: 'no init code in a call',
    create: replying(({ method, params: [call] }) =>
      method === 'eth_call' && !Object(call).to
        ? { error: { code: -32_602, message: 'missing field to' } }
        : undefined,
    ),
    from: 'start',
    seen: 'works',
  },
]
