import * as fc from 'fast-check'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { buildPrepareRequest, valuesOfCall } from '#protocol/operations.ts'
import { encodeCall, encodeTokenCall } from '#protocol/signing/calldata.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { widgetCallSchema, type TokenCall, type WidgetCall } from '#protocol/widget-call.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { readCall } from './read-call.ts'
import { toWidgetCall, nameFunction } from './to-widget-call.ts'

const WALLET = '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0'
const TOKEN = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const FRIEND = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const CALLS: TokenCall[] = [
  { kind: 'erc20-transfer', token: TOKEN, to: FRIEND, amount: '12' },
  { kind: 'erc20-approve', token: TOKEN, spender: FRIEND, amount: '0' },
  { kind: 'erc721-transfer', token: TOKEN, to: FRIEND, tokenId: '7' },
  { kind: 'erc721-approve', token: TOKEN, spender: ZERO_ADDRESS, tokenId: '7' },
  { kind: 'set-approval-for-all', token: TOKEN, operator: FRIEND, approved: true },
  { kind: 'set-approval-for-all', token: TOKEN, operator: FRIEND, approved: false },
  { kind: 'erc1155-transfer', token: TOKEN, to: FRIEND, tokenId: '7', amount: '3' },
  { kind: 'erc1155-batch-transfer', token: TOKEN, to: FRIEND, tokenIds: ['1', '2'], amounts: ['3', '4'] },
]
const RAW: WidgetCall[] = [
  { kind: 'raw', to: TOKEN, data: '0x' },
  { kind: 'raw', to: TOKEN, data: '0x12345678ab', value: '5' },
]
const BATCH: WidgetCall = {
  kind: 'batch',
  calls: [...CALLS, { kind: 'raw', to: TOKEN, data: '0x', value: '1' }],
}
const EVERY: readonly WidgetCall[] = [...CALLS, ...RAW, BATCH]
const VALUES = [null, undefined, '', '0x', 7, true, '-1', '01', '1.5', [], ['1'], {}, `0x${'g'.repeat(40)}`]

describe('readCall', () => {
  test('param: every kind is parsed with the same result as the schema', () => {
    for (const call of EVERY) {
      expect(readCall(call)).toEqual(call)
      expect(widgetCallSchema.parse(call)).toEqual(call)
    }
  })

  test('param: every member with a wrong value is rejected, as by the schema', () => {
    for (const call of EVERY) {
      for (const name of Object.keys(call)) {
        for (const value of VALUES) {
          const wrong = { ...call, [name]: value }
          if (widgetCallSchema.safeParse(wrong).success) continue
          expect(() => readCall(wrong), `${call.kind} ${name} ${JSON.stringify(value)}`).toThrow(
            /CONFIGURATION: call: /,
          )
        }
      }
    }
  })

  test.each([
    [{ ...CALLS[0], amount: String(2n ** 256n) }, 'amount must be a text of decimal digits'],
    [
      { ...CALLS[0], amount: 12 },
      'amount must be a text of decimal digits without leading zeros, below 2^256, not 12',
    ],
    [
      { ...CALLS[0], amount: 1n },
      'amount must be a text of decimal digits without leading zeros, below 2^256, not "1n"',
    ],
    [
      { ...CALLS[0], amount: undefined },
      'amount must be a text of decimal digits without leading zeros, below 2^256, and is missing',
    ],
    [{ ...CALLS[0], ammount: '1' }, 'ammount is not a member of erc20-transfer'],
    [
      { ...CALLS[0], to: ZERO_ADDRESS },
      `to must be an address of 0x and 40 hex digits, with the right capitals if mixed, not all zero, not "${ZERO_ADDRESS}"`,
    ],
    [
      { ...CALLS[0], to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' },
      'to must be an address of 0x and 40 hex digits, with the right capitals if mixed',
    ],
    [
      { ...CALLS[0], token: 'undefined' },
      'token must be an address of 0x and 40 hex digits, with the right capitals if mixed, not "undefined"',
    ],
    [{ ...CALLS[4], approved: 1n }, 'approved must be true or false, not "1n"'],
    [{ ...CALLS[7], amounts: ['1'] }, 'tokenIds and amounts must pair'],
    [
      { ...CALLS[7], tokenIds: Array(51).fill('1'), amounts: Array(51).fill('1') },
      'tokenIds must be a list of 1 to 50 texts of decimal digits',
    ],
    [{ ...CALLS[0], kind: 'constructor' }, 'kind must be one of erc20-transfer, erc20-approve'],
    [{ token: TOKEN }, 'kind must be one of erc20-transfer'],
    [undefined, 'must be an object, and is missing'],
    ['{}', 'must be an object, not "{}"'],
    [
      { kind: 'raw', to: TOKEN, data: '0x123' },
      'data must be 0x and whole bytes as hex digits, at most 65536, not "0x123"',
    ],
    [
      { kind: 'raw', to: TOKEN, data: `0x${'00'.repeat(65_537)}` },
      'data must be 0x and whole bytes as hex digits',
    ],
    [
      { kind: 'raw', to: TOKEN, data: '0x', value: -1 },
      'value must be a text of decimal digits without leading zeros, below 2^256, not -1',
    ],
    [{ kind: 'raw', to: TOKEN, data: '0x', token: TOKEN }, 'token is not a member of raw'],
    [{ kind: 'batch', calls: [] }, 'calls must be a list of 1 to 10 calls, and has 0'],
    [{ kind: 'batch' }, 'calls must be a list of 1 to 10 calls, and is missing'],
    [{ kind: 'batch', calls: Array(11).fill(RAW[0]) }, 'calls must be a list of 1 to 10 calls, and has 11'],
    [
      { kind: 'batch', calls: [RAW[0], { ...CALLS[0], amount: '-' }] },
      'calls.1: amount must be a text of decimal digits',
    ],
    [{ kind: 'batch', calls: [BATCH] }, 'calls.0: kind must be one of'],
    [{ ...BATCH, to: TOKEN }, 'to is not a member of batch'],
  ])('error: %#. %o is rejected: %s', (call, detail) => {
    expect(() => readCall(call)).toThrow(`CONFIGURATION: call: ${detail}`)
  })
})

test('error: a circular call is rejected', () => {
  const circle = { ...CALLS[0], self: {} }
  circle.self = circle
  expect(() => readCall(circle)).toThrow('CONFIGURATION: call: must be an object')
})

const encoded = (call: TokenCall) => encodeTokenCall(call.kind, valuesOfCall(WALLET, call))

describe('a call encoded for its wallet', () => {
  test('behavior: the bytes decode to the same call', () => {
    for (const call of CALLS) {
      const { data, functionSignature } = encoded(call)
      const bytes = { walletAddress: WALLET, toAddress: TOKEN, value: 0n, data, chainId: 1 } as const
      const standard = call.kind.startsWith('erc721') ? ('erc721' as const) : ('erc20' as const)
      const tokens = [{ address: TOKEN, symbol: 'T', name: 'T', decimals: 0, standard }]
      const description = describeCall({ ...bytes, tokens })
      const read = toWidgetCall({ call: bytes, description } as unknown as Confirmation)
      expect(JSON.stringify(read).toLowerCase()).toBe(JSON.stringify(call).toLowerCase())
      expect(nameFunction(data)).toBe(functionSignature)
    }
  })

  test('behavior: a function of no known call is named by its selector', () => {
    expect(nameFunction(encodeCall('transferFrom(address,address,uint256)', [WALLET, FRIEND, '1']))).toBe(
      '0x23b872dd',
    )
    expect(nameFunction(encodeExecuteBatch([]))).toBe('executeBatch((address,uint256,bytes)[])')
    expect(nameFunction('0x')).toBe('')
  })

  test('behavior: a batch with any ids and amounts decodes to itself', () => {
    const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String)
    const pairs = fc.array(fc.tuple(uint, uint), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(pairs, (rows) => {
        const [tokenIds, amounts] = [rows.map(([id]) => id), rows.map(([, amount]) => amount)]
        const call = { kind: 'erc1155-batch-transfer', token: TOKEN, to: FRIEND, tokenIds, amounts } as const
        const batch = encodeAbiParameters(
          parseAbiParameters('address, address, uint256[], uint256[], bytes'),
          [WALLET, FRIEND, tokenIds.map(BigInt), amounts.map(BigInt), '0x'],
        )
        expect(encoded(call).data).toBe(`0x2eb2c2d6${batch.slice(2)}`)
      }),
      { numRuns: 50 },
    )
  })

  test('behavior: operators of both standards encode to the same call', () => {
    const [, , , , grant] = CALLS
    if (grant === undefined) throw new Error('missing')
    const [one, other] = (['erc721', 'erc1155'] as const).map((standard) =>
      buildPrepareRequest(WALLET, grant, standard),
    )
    expect(one?.path).toBe('erc721/set-approval-for-all')
    expect(other?.path).toBe('erc1155/set-approval-for-all')
    expect(one?.body).toEqual(other?.body)
    expect(encoded(grant).data).toBe(encodeCall('setApprovalForAll(address,bool)', [FRIEND, 'true']))
  })
})
