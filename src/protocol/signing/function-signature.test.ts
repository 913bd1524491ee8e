import fc from 'fast-check'
import { toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { ABI_TYPES } from '#protocol/testing/arbitraries.ts'
import { catchError } from '#protocol/testing/outcome.ts'
import { CalldataError } from './calldata-error.ts'
import { functionSelector, parseFunctionSignature } from './function-signature.ts'
import { hexFromBytes } from './hex.ts'

const functionName = fc.stringMatching(/^[A-Za-z_$][A-Za-z0-9_$]{0,20}$/)

describe('parseFunctionSignature', () => {
  test('behavior: accepts every elementary type, with the same selector as viem', () => {
    for (const type of ABI_TYPES) {
      const signature = `f(${type})`
      expect(parseFunctionSignature(signature)).toEqual({ name: 'f', types: [type] })
      expect(hexFromBytes(functionSelector(signature))).toBe(toFunctionSelector(signature))
    }
  })

  test('behavior: random signatures have the same selector as in viem', () => {
    fc.assert(
      fc.property(functionName, fc.array(fc.constantFrom(...ABI_TYPES), { maxLength: 16 }), (name, types) => {
        const signature = `${name}(${types.join(',')})`
        fc.pre(signature.length <= 256)
        expect(parseFunctionSignature(signature)).toEqual({ name, types })
        expect(hexFromBytes(functionSelector(signature))).toBe(toFunctionSelector(signature))
      }),
      { numRuns: 1_000 },
    )
  })

  test('behavior: any mutation that the grammar accepts is canonical to viem too', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      ',',
      ' ',
      'uint',
      '256',
      '7',
      'tuple',
      '[]',
      '[2]',
      'ü',
      '\n',
      'a',
      ';',
      '',
    )
    const mutated = fc
      .tuple(
        functionName,
        fc.array(fc.constantFrom(...ABI_TYPES), { maxLength: 5 }),
        fc.nat(),
        fc.nat({ max: 4 }),
        pieces,
      )
      .map(([name, types, at, removed, piece]) => {
        const signature = `${name}(${types.join(',')})`
        const index = at % (signature.length + 1)
        return signature.slice(0, index) + piece + signature.slice(index + removed)
      })
    let taken = 0
    fc.assert(
      fc.property(mutated, (signature) => {
        if (!isTaken(signature)) return
        taken += 1
        expect(hexFromBytes(functionSelector(signature))).toBe(toFunctionSelector(signature))
      }),
      { numRuns: 5_000 },
    )
    expect(taken).toBeGreaterThan(100)
  })

  test.each([
    '',
    'transfer',
    'transfer()x',
    ' transfer(address)',
    'transfer (address)',
    'transfer(address, uint256)',
    'transfer(address to)',
    'transfer(uint)',
    'transfer(int)',
    'transfer(byte)',
    'transfer(uint7)',
    'transfer(uint08)',
    'transfer(uint0)',
    'transfer(uint264)',
    'transfer(int257)',
    'transfer(bytes0)',
    'transfer(bytes33)',
    'transfer(bytes032)',
    'transfer(address[])',
    'transfer(uint256[2])',
    'transfer((address,uint256))',
    'transfer(tuple)',
    'transfer(fixed128x18)',
    'transfer(function)',
    'transfer(address payable)',
    'transfer(string memory)',
    'transfer(,)',
    'transfer(address,)',
    'transfer(,address)',
    '1transfer(address)',
    'trаnsfer(address)', // a Cyrillic letter
    'transfer(address)\n',
    'transfer\u200b(address)',
    'function transfer(address)',
    'transfer(address)returns(bool)',
    '(address)',
    `${'f'.repeat(250)}(bool)x`,
  ])('error: refuses %j', (signature) => {
    const error = catchError(() => parseFunctionSignature(signature))
    expect(error).toBeInstanceOf(CalldataError)
    expect(error).toMatchObject({ kind: 'invalid', message: expect.stringMatching(/^functionSignature/) })
  })

  test('error: an invalid form has a different message than an argument with an invalid type', () => {
    expect(() => parseFunctionSignature('transfer(address to)')).toThrow(
      'functionSignature must be name(type,type) with elementary types and no spaces, names, tuples or arrays',
    )
    expect(() => parseFunctionSignature('transfer(address,uint)')).toThrow(
      'functionSignature: argument 1 has no elementary type',
    )
  })

  test('error: names the argument that is no elementary type', () => {
    expect(catchError(() => parseFunctionSignature('f(address,uint7)'))).toMatchObject({
      kind: 'invalid',
      position: 1,
    })
  })

  test('param: accepts at most 256 characters and 16 arguments', () => {
    const name = 'f'.repeat(250)
    expect(parseFunctionSignature(`${name}(bool)`).name).toBe(name)
    expect(() => parseFunctionSignature(`${name}f(bool)`)).toThrow('at most 256 characters')
    expect(catchError(() => parseFunctionSignature(`${name}f(bool)`))).toMatchObject({ kind: 'invalid' })
    expect(parseFunctionSignature(`f(${Array(16).fill('bool').join(',')})`).types).toHaveLength(16)
    expect(() => parseFunctionSignature(`f(${Array(17).fill('bool').join(',')})`)).toThrow(
      'at most 16 arguments',
    )
    expect(catchError(() => parseFunctionSignature(`f(${Array(17).fill('bool').join(',')})`))).toMatchObject({
      kind: 'invalid',
    })
  })

  // `npm run bench -- limits` measures the time.
  test('param: refuses a hostile text of 100 kB immediately', () => {
    for (const text of ['('.repeat(100_000), 'a'.repeat(100_000), `f(${'bool,'.repeat(20_000)}`]) {
      // The text is refused for its length alone, before any part of it is parsed.
      expect(() => parseFunctionSignature(text)).toThrow('at most 256 characters')
    }
  })
})

function isTaken(signature: string): boolean {
  try {
    parseFunctionSignature(signature)
    return true
  } catch (error) {
    if (error instanceof CalldataError) return false
    throw error
  }
}
