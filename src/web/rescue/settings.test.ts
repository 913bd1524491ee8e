import { describe, expect, test } from 'vitest'
import { parseAddress, firstSettings } from './settings.ts'

describe('firstSettings', () => {
  test('param: the values after # fill the fields, and the domain defaults to the page’s own', () => {
    expect(firstSettings('#node=https://rpc.example&factory=0x12', 'shop.example')).toEqual({
      node: 'https://rpc.example',
      factory: '0x12',
      rpId: 'shop.example',
      wallet: '',
    })
    expect(firstSettings('#rpId=example', 'shop.example').rpId).toBe('example')
    expect(firstSettings('', 'localhost').node).toBe('')
  })
})

describe('parseAddress', () => {
  const CHECKSUMMED = '0x52908400098527886E0F7030069857D2E4169EE7'

  test('param: accepts an address in a single case and returns it with checksum', () => {
    expect(parseAddress(` ${CHECKSUMMED.toLowerCase()} `, 'The token')).toBe(CHECKSUMMED)
    expect(parseAddress(CHECKSUMMED, 'The token')).toBe(CHECKSUMMED)
  })

  test('error: names the field if an address is too short, not hex, or has one wrong capital', () => {
    expect(() => parseAddress('0x12', 'The factory')).toThrow(/The factory must be an address/)
    expect(() => parseAddress('', 'The recipient')).toThrow(/The recipient must be an address/)
    const mixed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(parseAddress(mixed, 'The token')).toBe(mixed)
    expect(() => parseAddress(mixed.replace('aA', 'AA'), 'The token')).toThrow(/capital letters/)
  })
})
