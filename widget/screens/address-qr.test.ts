import { expect, test } from 'vitest'
import { encode } from 'uqr'
import { addressQr, QR_SIZE } from './address-qr.ts'

const ADDRESSES = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0x0000000000000000000000000000000000000000',
  '0xffffffffffffffffffffffffffffffffffffffff',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

test.each(ADDRESSES)('behavior: %s is the code that another encoder draws', (address) => {
  const reference = encode(address, {
    ecc: 'M',
    border: 0,
    maskPattern: 0,
    minVersion: 3,
    maxVersion: 3,
    boostEcc: false,
  })
  expect(reference.size).toBe(QR_SIZE)
  expect(addressQr(address)).toEqual(reference.data)
})

test('error: a text that is no address of 42 characters is refused', () => {
  expect(() => addressQr('0x12')).toThrow(RangeError)
})
