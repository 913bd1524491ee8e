import { describe, expect, test } from 'vitest'
import { addressOf, firstSettings } from './settings.ts'

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

describe('addressOf', () => {
  const CHECKSUMMED = '0x52908400098527886E0F7030069857D2E4169EE7'

  test('param: accepts an address in a single case and returns it with checksum', () => {
    expect(addressOf(` ${CHECKSUMMED.toLowerCase()} `, 'The token')).toBe(CHECKSUMMED)
    expect(addressOf(CHECKSUMMED, 'The token')).toBe(CHECKSUMMED)
  })

  test('error: names the field if an address is too short, not hex, or has one wrong capital', () => {
    expect(() => addressOf('0x12', 'The factory')).toThrow(/The factory must be an address/)
    expect(() => addressOf('', 'The recipient')).toThrow(/The recipient must be an address/)
    const mixed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(addressOf(mixed, 'The token')).toBe(mixed)
    expect(() => addressOf(mixed.replace('aA', 'AA'), 'The token')).toThrow(/capital letters/)
  })
})
