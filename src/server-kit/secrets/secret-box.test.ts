import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keyIdOf, openSecret, SecretBoxError, sealSecret, secretKeyId } from './secret-box.ts'

const OLD = randomBytes(32)
const NEW = randomBytes(32)
const PLACE = { organizationId: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa', column: 'table.column' }

describe('a sealed secret', () => {
  test('behavior: opens where it was sealed, says nothing, and is never the same twice', () => {
    const boxes = [sealSecret([OLD], PLACE, 'whsec_ä'), sealSecret([OLD], PLACE, 'whsec_ä')]
    for (const box of boxes) {
      expect(openSecret([OLD], PLACE, box)).toBe('whsec_ä')
      expect(box).not.toContain('whsec')
      expect(box).not.toContain(OLD.toString('hex').slice(0, 8))
    }
    expect(boxes[0]).not.toBe(boxes[1])
  })

  test('behavior: the first key seals, any of them opens', () => {
    const box = sealSecret([OLD], PLACE, 'secret')
    expect(openSecret([NEW, OLD], PLACE, box)).toBe('secret')
    expect(keyIdOf(box)).toBe(secretKeyId(OLD))
    expect(keyIdOf(sealSecret([NEW, OLD], PLACE, 'secret'))).toBe(secretKeyId(NEW))
  })

  test('error: without its key, in another place, or changed in any byte it does not open', () => {
    const box = sealSecret([OLD], PLACE, 'secret')
    expect(() => openSecret([NEW], PLACE, box)).toThrow(SecretBoxError)
    expect(() => openSecret([OLD], { ...PLACE, column: 'other' }, box)).toThrow(SecretBoxError)
    const elsewhere = { ...PLACE, organizationId: '2f3f1f7e-7a52-4c6c-9a53-bbbbbbbbbbbb' }
    expect(() => openSecret([OLD], elsewhere, box)).toThrow(SecretBoxError)
    const [id = '', sealed = ''] = box.split('.')
    const bytes = Buffer.from(sealed, 'base64')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(() => openSecret([OLD], PLACE, `${id}.${changed.toString('base64')}`)).toThrow(SecretBoxError)
    }
    for (const broken of ['', '.', id, `${id}.`, 'nonsense']) {
      expect(() => openSecret([OLD], PLACE, broken)).toThrow(SecretBoxError)
    }
  })
})
