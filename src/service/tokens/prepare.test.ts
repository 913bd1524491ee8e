import { concatHex, encodeAbiParameters, toFunctionSelector, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { checksumAddress } from '#protocol/display/address.ts'
import { preparedCallSchema } from '#protocol/prepare.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { refusedFields } from '#service/testing/test-service.ts'

const FRIEND = '0x000000000000000000000000000000000000dEaD'
const MAX = (2n ** 256n - 1n).toString()
const ABOVE = (2n ** 256n).toString()
const UINT_FAULTS = [
  undefined,
  '',
  1,
  '-1',
  '1.5',
  '01',
  '0x10',
  '1e3',
  ' 1',
  ABOVE,
  '9'.repeat(100_000),
  null,
]
const ADDRESS_FAULTS = [undefined, '', '0x12', 1, `${FRIEND}0`, null]

const world = await forFile(serviceWorld.wallets())
const wallet = await world.createWallet()

const prepare = (path: string, body: unknown) => world.call('POST', `/v1/baas/tokens/${path}`, { body })

type Case = {
  path: string
  body: () => Record<string, unknown>
  call: [string, string[]]
  uints?: string[]
  addresses: string[]
}
const transferBody = (token: 'erc721' | 'erc1155') => ({
  walletAddress: wallet.address,
  tokenAddress: world.chain.tokens[token],
  from: wallet.address,
  to: FRIEND,
})
const approvalBody = (token: 'erc20' | 'erc721' | 'erc1155') => ({
  walletAddress: wallet.address,
  tokenAddress: world.chain.tokens[token],
})

/** `W` in the params stands for the wallet. */
const CASES: Case[] = [
  {
    path: 'erc20/transfer',
    body: () => ({ ...approvalBody('erc20'), to: FRIEND, amount: '0' }),
    call: ['transfer(address,uint256)', [FRIEND, '0']],
    uints: ['amount'],
    addresses: ['walletAddress', 'tokenAddress', 'to'],
  },
  {
    path: 'erc20/approve',
    body: () => ({ ...approvalBody('erc20'), spender: FRIEND, amount: MAX }),
    call: ['approve(address,uint256)', [FRIEND, MAX]],
    uints: ['amount'],
    addresses: ['walletAddress', 'tokenAddress', 'spender'],
  },
  {
    path: 'erc721/safe-transfer',
    body: () => ({ ...transferBody('erc721'), tokenId: '7' }),
    call: ['safeTransferFrom(address,address,uint256)', ['W', FRIEND, '7']],
    uints: ['tokenId'],
    addresses: ['walletAddress', 'tokenAddress', 'from', 'to'],
  },
  {
    path: 'erc721/safe-transfer',
    body: () => ({ ...transferBody('erc721'), tokenId: '7', data: '0xBEEF' }),
    call: ['safeTransferFrom(address,address,uint256,bytes)', ['W', FRIEND, '7', '0xBEEF']],
    addresses: [],
  },
  {
    path: 'erc721/safe-transfer',
    body: () => ({ ...transferBody('erc721'), tokenId: '7', data: '0x' }),
    call: ['safeTransferFrom(address,address,uint256,bytes)', ['W', FRIEND, '7', '0x']],
    addresses: [],
  },
  {
    path: 'erc1155/safe-transfer',
    body: () => ({ ...transferBody('erc1155'), tokenId: '0', amount: '5' }),
    call: ['safeTransferFrom(address,address,uint256,uint256,bytes)', ['W', FRIEND, '0', '5', '0x']],
    uints: ['tokenId', 'amount'],
    addresses: ['walletAddress', 'tokenAddress', 'from', 'to'],
  },
  {
    path: 'erc1155/safe-transfer',
    body: () => ({ ...transferBody('erc1155'), tokenId: '0', amount: '5', data: '0x01' }),
    call: ['safeTransferFrom(address,address,uint256,uint256,bytes)', ['W', FRIEND, '0', '5', '0x01']],
    addresses: [],
  },
  {
    path: 'erc1155/batch-transfer',
    body: () => ({ ...transferBody('erc1155'), tokenIds: ['1', MAX], amounts: ['5', '0'] }),
    call: [
      'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
      ['W', FRIEND, `["1","${MAX}"]`, '["5","0"]', '0x'],
    ],
    addresses: ['walletAddress', 'tokenAddress', 'from', 'to'],
  },
  {
    path: 'erc721/approve',
    body: () => ({ ...approvalBody('erc721'), approved: FRIEND, tokenId: '7' }),
    call: ['approve(address,uint256)', [FRIEND, '7']],
    uints: ['tokenId'],
    addresses: ['walletAddress', 'tokenAddress', 'approved'],
  },
  ...(['erc721', 'erc1155'] as const).map((token) => ({
    path: `${token}/set-approval-for-all`,
    body: () => ({ ...approvalBody(token), operator: FRIEND, approved: true }),
    call: ['setApprovalForAll(address,bool)', [FRIEND, 'true']] satisfies [string, string[]],
    addresses: ['walletAddress', 'tokenAddress', 'operator'],
  })),
]

describe.each(CASES)('POST /tokens/$path ($call.0)', ({ path, body, call, uints = [], addresses }) => {
  test('behavior: returns the call to sign, sent to the token, with its encoding', async () => {
    const answer = await prepare(path, body())
    expect(answer.status, answer.text).toBe(200)
    expect(preparedCallSchema.parse(answer.content)).toEqual(answer.content)
    const [functionSignature, params] = call
    expect(answer.content).toEqual({
      success: true,
      toAddress: checksumAddress(String(body()['tokenAddress'])),
      txObject: {
        functionSignature,
        params: params.map((param) => (param === 'W' ? wallet.address : param)),
        data: libraryEncoding(functionSignature, params),
      },
    })
  })

  test('error: names each wrong field, before the ownership check', async () => {
    const faults = [
      ...uints.flatMap((field) => UINT_FAULTS.map((value) => [field, value] as const)),
      ...addresses.flatMap((field) => ADDRESS_FAULTS.map((value) => [field, value] as const)),
      ['unknown', '1'] as const,
    ]
    for (const [field, value] of faults) {
      expect(
        refusedFields(await prepare(path, { ...body(), walletAddress: FRIEND, [field]: value })),
      ).toContain(field)
    }
  })
})

/** The same call, encoded by another library. */
function libraryEncoding(functionSignature: string, params: readonly string[]): Hex {
  const types = functionSignature.slice(functionSignature.indexOf('(') + 1, -1).split(',')
  const args = params.map((param, index) => {
    if (param === 'W') return wallet.address
    if (types[index] === 'bool') return param === 'true'
    if (types[index] === 'uint256[]') return JSON.parse(param).map(BigInt)
    return types[index] === 'uint256' ? BigInt(param) : param
  })
  const inputs = types.map((type) => ({ type }))
  const encoded = concatHex([toFunctionSelector(functionSignature), encodeAbiParameters(inputs, args)])
  return `0x${encoded.slice(2).toLowerCase()}`
}

describe('fields of their own', () => {
  test.each([['0'], ['0x1'], ['beef'], ['0xgg'], [1], [`0x${'00'.repeat(32_769)}`]])(
    'error: refuses wrong data of a safe transfer, case %#',
    async (data) => {
      for (const path of ['erc721/safe-transfer', 'erc1155/safe-transfer', 'erc1155/batch-transfer']) {
        const more = { tokenId: '1', tokenIds: ['1'], amounts: ['1'], amount: '1' }
        expect(refusedFields(await prepare(path, { ...transferBody('erc1155'), ...more, data }))).toContain(
          'data',
        )
      }
    },
  )

  test('param: the longest data gives a call that execute accepts', async () => {
    const data = `0x${'00'.repeat(32_768)}`
    const batch = { tokenIds: Array(50).fill(MAX), amounts: Array(50).fill(MAX), data }
    const answer = await prepare('erc1155/batch-transfer', { ...transferBody('erc1155'), ...batch })
    expect(answer.status).toBe(200)
    expect(answer.content.txObject.data.length).toBeLessThanOrEqual(2 + 2 * 65_536)
  })

  test.each([['true'], ['false'], [1], [0], [null], ['yes'], [[]], [{}], [undefined]])(
    'error: approved = %j is not read as a boolean',
    async (approved) => {
      for (const token of ['erc721', 'erc1155'] as const) {
        const body = { ...approvalBody(token), operator: FRIEND, approved }
        const answer = await prepare(`${token}/set-approval-for-all`, body)
        expect(answer.status).toBe(400)
        expect(answer.content.errors).toHaveLength(1)
        expect(answer.content.errors[0].path).toBe('approved')
      }
    },
  )
})

describe('rules of a batch', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => String(index))
  const batch = (tokenIds: unknown, amounts: unknown, more = {}) =>
    prepare('erc1155/batch-transfer', { ...transferBody('erc1155'), tokenIds, amounts, ...more })

  test('param: accepts 1 and 50 items', async () => {
    expect((await batch(many(1), many(1))).status).toBe(200)
    const most = await batch(many(50), many(50))
    expect(JSON.parse(most.content.txObject.params[2])).toEqual(many(50))
  })

  test.each([
    ['51 items', many(51), many(51), {}],
    ['51 items, whatever else is wrong', many(51), many(51), { to: 'x', more: 1 }],
    ['51 items of another kind', Array(51).fill(1), Array(51).fill(null), {}],
  ])('error: %s → BATCH_TOO_LARGE', async (_name, ids, amounts, more) => {
    const answer = await batch(ids, amounts, more)
    expect(answer.status).toBe(400)
    expect(answer.content).toEqual({ message: 'At most 50 items per batch', code: 'BATCH_TOO_LARGE' })
  })

  test.each([
    ['2 and 1', ['1', '2'], ['1'], {}],
    ['1 and none', ['1'], [], {}],
    ['60 and 3', many(60), many(3), {}],
    ['2 and 1, whatever else is wrong', ['1', 2], ['x'], { walletAddress: FRIEND, from: 1 }],
  ])('error: lengths of %s → BATCH_LENGTHS_DIFFER', async (_name, ids, amounts, more) => {
    const answer = await batch(ids, amounts, more)
    expect(answer.status).toBe(400)
    expect(answer.content).toEqual({
      message: 'tokenIds and amounts must have the same length',
      code: 'BATCH_LENGTHS_DIFFER',
    })
  })

  test.each([
    [[], [], ['tokenIds', 'amounts']],
    [undefined, undefined, ['tokenIds', 'amounts']],
    ['1', '1', ['tokenIds', 'amounts']],
    [
      ['1', '02'],
      ['1', '-1'],
      ['tokenIds.1', 'amounts.1'],
    ],
    [{ length: 1, 0: '1' }, ['1'], ['tokenIds']],
  ])('error: tokenIds %j, amounts %j → refused by field', async (ids, amounts, paths) => {
    const answer = await batch(ids, amounts)
    expect(answer.content.code).toBe('VALIDATION_FAILED')
    expect(answer.content.errors.map((error: { path: string }) => error.path)).toEqual(paths)
  })
})
