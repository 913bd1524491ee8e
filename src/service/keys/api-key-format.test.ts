import { describe, expect, test } from 'vitest'
import { randomBase62 } from '#server-kit/secrets/new-secret.ts'
import { apiKeyStart, createApiKey, hashApiKey, isApiKeyShaped } from './api-key-format.ts'

describe('createApiKey', () => {
  test('behavior: has prefix, mark, 32 random characters and a checksum, and never repeats', () => {
    const keys = Array.from({ length: 200 }, () => createApiKey('Abc123'))
    for (const key of keys) {
      expect(key).toMatch(/^pk_live_Abc123_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/)
      expect(isApiKeyShaped(key)).toBe(true)
    }
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('behavior: the displayed start contains only four of the random characters', () => {
    const key = createApiKey('Abc123')
    expect(apiKeyStart(key)).toBe(key.slice(0, 'pk_live_Abc123_'.length + 4))
    expect(randomBase62(6)).toMatch(/^[0-9A-Za-z]{6}$/)
    expect(hashApiKey(key)).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('isApiKeyShaped', () => {
  test('error: the checksum detects any one changed character', () => {
    const key = createApiKey('Abc123')
    for (let at = 'pk_live_'.length; at < key.length; at += 1) {
      if (key.charAt(at) === '_') continue
      const other = key.charAt(at) === 'x' ? 'y' : 'x'
      expect(isApiKeyShaped(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
    }
  })

  test.each([
    '',
    'pk_live_',
    'pk_test_Abc123_x_y',
    `${'a'.repeat(10_000)}`,
    'pk_live_Abc12é_' + 'a'.repeat(32) + '_000000',
  ])('error: %j is no key', (text) => expect(isApiKeyShaped(text)).toBe(false))
})
