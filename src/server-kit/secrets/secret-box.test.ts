import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSealedPresently, openSecret, resealSecret, SecretBoxError, sealSecret } from './secret-box.ts'

const OLD = randomBytes(32)
const NEW = randomBytes(32)
const CONTEXT = { owner: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa', column: 'table.column' }

test('behavior: opens in its own context, hides the text, and differs each time', () => {
  const boxes = [sealSecret([OLD], CONTEXT, 'whsec_ä'), sealSecret([OLD], CONTEXT, 'whsec_ä')]
  for (const box of boxes) {
    expect(openSecret([OLD], CONTEXT, box)).toBe('whsec_ä')
    expect(box).not.toContain('whsec')
    expect(box).not.toContain(OLD.toString('hex').slice(0, 8))
  }
  expect(boxes[0]).not.toBe(boxes[1])
})

test('behavior: the first key encrypts, any of them decrypts', () => {
  const box = sealSecret([OLD], CONTEXT, 'secret')
  expect(openSecret([NEW, OLD], CONTEXT, box)).toBe('secret')
  expect(isSealedPresently([NEW, OLD], box)).toBe(false)
  const again = resealSecret([NEW, OLD], CONTEXT, box)
  expect(isSealedPresently([NEW, OLD], again)).toBe(true)
  expect(openSecret([NEW], CONTEXT, again)).toBe('secret')
})

test('error: does not open without its key, in another context, or with any byte changed', () => {
  const box = sealSecret([OLD], CONTEXT, 'secret')
  expect(() => openSecret([NEW], CONTEXT, box)).toThrow(SecretBoxError)
  expect(() => openSecret([OLD], { ...CONTEXT, column: 'other' }, box)).toThrow(SecretBoxError)
  const elsewhere = { ...CONTEXT, owner: '2f3f1f7e-7a52-4c6c-9a53-bbbbbbbbbbbb' }
  expect(() => openSecret([OLD], elsewhere, box)).toThrow(SecretBoxError)
  const [id = '', sealed = ''] = box.split('.')
  const bytes = Buffer.from(sealed, 'base64')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    expect(() => openSecret([OLD], CONTEXT, `${id}.${changed.toString('base64')}`)).toThrow(SecretBoxError)
  }
  for (const broken of ['', '.', id, `${id}.`, 'nonsense']) {
    expect(() => openSecret([OLD], CONTEXT, broken)).toThrow(SecretBoxError)
  }
})
