import fc from 'fast-check'
import {
  encodeAbiParameters,
  encodeFunctionData,
  parseAbiItem,
  toFunctionSelector,
  type AbiFunction,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { CALLDATA_BYTES_MAX } from '#protocol/limits.ts'
import { abiArguments } from '#protocol/testing/arbitraries.ts'
import { catchError } from '#protocol/testing/outcome.ts'
import { CalldataError, encodeCall, encodeTokenCall, resolveCalldata } from './calldata.ts'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('encodeCall', () => {
  test('behavior: equals viem’s encodeFunctionData for random calls', () => {
    fc.assert(
      fc.property(abiArguments, (list) => {
        const signature = `f(${list.map(({ type }) => type).join(',')})`
        const params = list.map(({ param }) => param)
        fc.pre(signature.length <= 256)
        const encoded = encodeAbiParameters(
          list.map(({ type }) => ({ type })),
          list.map(({ value }) => value),
        )
        expect(encodeCall(signature, params)).toBe(toFunctionSelector(signature) + encoded.slice(2))
      }),
      { numRuns: 2_000 },
    )
  })

  test('behavior: encodes the transfer of the prepare endpoint like viem from its ABI', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parseAbiItem cannot infer the type of this text
    const item = parseAbiItem('function transfer(address,uint256)') as AbiFunction
    expect(encodeCall('transfer(address,uint256)', [TO, '1500000'])).toBe(
      encodeFunctionData({ abi: [item], args: [TO, 1_500_000n] }),
    )
  })

  test('behavior: a function without arguments is its selector', () => {
    expect(encodeCall('pause()', [])).toBe(toFunctionSelector('pause()'))
  })

  test.each([
    ['uint256', ''],
    ['uint256', ' '],
    ['uint256', '01'],
    ['uint256', '+1'],
    ['uint256', '-1'],
    ['uint256', '1.0'],
    ['uint256', '1e3'],
    ['uint256', '0x10'],
    ['uint256', '１'],
    ['uint256', '1\n'],
    ['uint256', (2n ** 256n).toString()],
    ['uint8', '256'],
    ['uint48', (2n ** 48n).toString()],
    ['int8', '128'],
    ['int8', '-129'],
    ['int256', '-0'],
    ['int256', '-01'],
    ['int256', '--1'],
    ['int256', (2n ** 255n).toString()],
    ['int256', (-(2n ** 255n) - 1n).toString()],
    ['address', ''],
    ['address', TO.slice(2)],
    ['address', TO.slice(0, -1)],
    ['address', `${TO}0`],
    ['address', TO.replace('0x', '0X')],
    ['address', `0x${'g'.repeat(40)}`],
    ['address', 'vitalik.eth'],
    ['bool', ''],
    ['bool', '1'],
    ['bool', 'True'],
    ['bool', ' true'],
    ['bytes', ''],
    ['bytes', '0x0'],
    ['bytes', '00'],
    ['bytes', '0xgg'],
    ['bytes4', '0x'],
    ['bytes4', '0x112233'],
    ['bytes4', '0x1122334455'],
    ['string', '\ud800'],
    ['string', 'a\udc00b'],
  ])('error: refuses %s with %j and names the position', (type, param) => {
    expect(catchError(() => encodeCall(`f(bool,${type})`, ['true', param]))).toMatchObject({
      name: 'CalldataError',
      kind: 'invalid',
      position: 1,
      message: expect.stringContaining(`params[1] (${type}) must`),
    })
  })

  test.each([
    [[], 'params must have 2 items, not 0'],
    [[TO], 'must have 2 items, not 1'],
    [[TO, '1', '2'], 'must have 2 items, not 3'],
  ])('error: refuses %j for two arguments', (params, message) => {
    const error = catchError(() => encodeCall('transfer(address,uint256)', params))
    expect(error).toMatchObject({ message: expect.stringContaining(message), position: undefined })
  })

  test('error: refuses an integer out of range and states the range', () => {
    expect(() => encodeCall('f(int8)', ['128'])).toThrow('must be from -2^7 to 2^7-1')
    expect(() => encodeCall('f(uint8)', ['256'])).toThrow('must be below 2^8')
  })

  test('param: accepts a call as long as the limit', () => {
    const data = `0x${'00'.repeat(CALLDATA_BYTES_MAX)}`
    expect(resolveCalldata({ data })).toBe(data)
    expect(() => resolveCalldata({ data: `${data}00` })).toThrow(
      new CalldataError('invalid', `the call must be at most ${CALLDATA_BYTES_MAX} bytes`),
    )
  })

  test('error: refuses a call above the limit', () => {
    const bytes = `0x${'00'.repeat(CALLDATA_BYTES_MAX)}`
    expect(() => encodeCall('f(bytes)', [bytes])).toThrow(`at most ${CALLDATA_BYTES_MAX} bytes`)
  })
})

describe('encodeTokenCall', () => {
  const batch = { from: TO, to: TO, tokenIds: ['1', '2'], amounts: ['10', '20'] }
  const encodeBatch = (changes: Partial<typeof batch> & { data?: string } = {}) =>
    encodeTokenCall('erc1155-batch-transfer', { ...batch, ...changes })

  test('behavior: equals viem', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parseAbiItem cannot infer the type of this text
    const item = parseAbiItem(`function ${encodeBatch().functionSignature}`) as AbiFunction
    for (const data of ['0x', '0x0102'] as const) {
      expect(encodeBatch({ data }).data).toBe(
        encodeFunctionData({ abi: [item], args: [TO, TO, [1n, 2n], [10n, 20n], data] }),
      )
    }
    expect(encodeBatch({ tokenIds: [], amounts: [] }).data).toBe(
      encodeFunctionData({ abi: [item], args: [TO, TO, [], [], '0x'] }),
    )
  })

  test('behavior: data for the receiver of an NFT selects the function with that argument', () => {
    const moved = { from: TO, to: TO, tokenId: '7' }
    const plain = encodeTokenCall('erc721-transfer', moved)
    expect(plain.functionSignature).toBe('safeTransferFrom(address,address,uint256)')
    expect(plain.params).toEqual([TO, TO, '7'])
    const withData = encodeTokenCall('erc721-transfer', { ...moved, data: '0x' })
    expect(withData.functionSignature).toBe('safeTransferFrom(address,address,uint256,bytes)')
    expect(withData.params).toEqual([TO, TO, '7', '0x'])
    expect(encodeTokenCall('erc721-transfer', { ...moved, data: '0x0102' }).params.at(-1)).toBe('0x0102')
  })

  test('param: the params are JSON arrays in strings', () => {
    expect(encodeBatch().params).toEqual([TO, TO, '["1","2"]', '["10","20"]', '0x'])
  })

  test('error: refuses lengths that differ', () => {
    expect(() => encodeBatch({ amounts: ['10'] })).toThrow('tokenIds and amounts must have the same length')
    expect(catchError(() => encodeBatch({ amounts: ['10'] }))).toMatchObject({ kind: 'invalid' })
  })

  test.each(['01', '-1', '1","2', '', (2n ** 256n).toString()])('error: refuses the id %j', (tokenId) => {
    expect(() => encodeBatch({ tokenIds: ['1', tokenId] })).toThrow(CalldataError)
  })
})

describe('resolveCalldata', () => {
  const functionSignature = 'transfer(address,uint256)'
  const params = [TO, '5']
  const data = encodeCall(functionSignature, params)

  test('behavior: accepts data, the encoded call, or both if they agree', () => {
    expect(resolveCalldata({ data: data.toUpperCase().replace('0X', '0x') })).toBe(data)
    expect(resolveCalldata({ functionSignature, params })).toBe(data)
    expect(resolveCalldata({ functionSignature, params, data })).toBe(data)
    expect(resolveCalldata({ params, data })).toBe(data)
    expect(resolveCalldata({ data: '0x' })).toBe('0x')
    expect(resolveCalldata({ functionSignature: 'pause()' })).toBe(encodeCall('pause()', []))
  })

  test('behavior: accepts the txObject of a batch transfer unchanged', () => {
    const batch = { from: TO, to: TO, tokenIds: ['1'], amounts: ['2'] }
    const request = encodeTokenCall('erc1155-batch-transfer', batch)
    expect(resolveCalldata(request)).toBe(request.data)
    const { data: other } = encodeTokenCall('erc1155-batch-transfer', { ...batch, amounts: ['3'] })
    expect(catchError(() => resolveCalldata({ ...request, data: other }))).toMatchObject({
      kind: 'disagrees',
    })
    expect(catchError(() => resolveCalldata({ ...request, data: undefined }))).toMatchObject({
      kind: 'invalid',
    })
  })

  test('error: reports a request without a call as missing', () => {
    expect(catchError(() => resolveCalldata({}))).toMatchObject({
      kind: 'missing',
      message: 'functionSignature with params, or data, is required',
    })
    expect(catchError(() => resolveCalldata({ params }))).toMatchObject({ kind: 'missing' })
  })

  test('error: reports two forms that encode differently', () => {
    for (const other of [
      { functionSignature, params: [TO, '6'], data },
      { functionSignature: 'transfer(address,uint128)', params, data },
      { functionSignature, params, data: `${data}00` },
      { functionSignature, params, data: '0x' },
    ]) {
      expect(catchError(() => resolveCalldata(other))).toMatchObject({
        kind: 'disagrees',
        message: 'data and functionSignature with params must encode the same call',
      })
    }
  })

  test('error: refuses an invalid form even together with valid data', () => {
    expect(
      catchError(() => resolveCalldata({ functionSignature: 'f(uint)', params: ['1'], data })),
    ).toMatchObject({
      kind: 'invalid',
    })
    const list = { functionSignature: 'f(uint256[])', params: ['["1"]'], data }
    expect(catchError(() => resolveCalldata(list))).toMatchObject({ kind: 'invalid' })
    expect(catchError(() => resolveCalldata({ functionSignature, params: ['1'], data }))).toMatchObject({
      kind: 'invalid',
    })
  })

  test.each(['', '0x1', '0xzz', '00', `0x${'00'.repeat(CALLDATA_BYTES_MAX + 1)}`])(
    'error: refuses data',
    (bad) => {
      const message = bad.length > 10 ? /^the call must be at most/ : /^data must be 0x followed by/
      expect(catchError(() => resolveCalldata({ data: bad }))).toMatchObject({
        kind: 'invalid',
        message: expect.stringMatching(message),
      })
    },
  )
})
