import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKeyVault } from './key-vault.ts'

const secretKey = randomBytes(32)

describe('createKeyVault', () => {
  test('behavior: what was sealed opens again at its place', () => {
    const vault = createKeyVault(secretKey)
    const sealed = vault.seal('pk_live_x', 'place a')
    expect(sealed).not.toContain('pk_live')
    expect(createKeyVault(secretKey).open(sealed, 'place a')).toBe('pk_live_x')
  })

  test('behavior: no two seals are equal', () => {
    const vault = createKeyVault(secretKey)
    expect(vault.seal('x', 'place')).not.toBe(vault.seal('x', 'place'))
  })

  test('error: it does not open at another place', () => {
    const sealed = createKeyVault(secretKey).seal('x', 'place a')
    expect(() => createKeyVault(secretKey).open(sealed, 'place b')).toThrow()
  })

  test('error: any changed character is refused', () => {
    const sealed = createKeyVault(secretKey).seal('pk_live_x', 'place')
    for (let index = 0; index < sealed.length; index += 1) {
      const other = sealed[index] === 'A' ? 'B' : 'A'
      const changed = sealed.slice(0, index) + other + sealed.slice(index + 1)
      // The last base64url character of a part may hold bits that no byte has.
      if (
        Buffer.from(changed.split('.')[3] ?? '', 'base64url').equals(
          Buffer.from(sealed.split('.')[3] ?? '', 'base64url'),
        ) &&
        changed.split('.').slice(0, 3).join() === sealed.split('.').slice(0, 3).join()
      )
        continue
      expect(() => createKeyVault(secretKey).open(changed, 'place'), changed).toThrow()
    }
  })

  test('error: another secret key is named as the cause', () => {
    const sealed = createKeyVault(secretKey).seal('x', 'place')
    expect(() => createKeyVault(randomBytes(32)).open(sealed, 'place')).toThrow('another SECRET_KEY')
  })

  test('behavior: beside an old key both open, and only the present one seals', () => {
    const [present, old] = [randomBytes(32), randomBytes(32)]
    const sealedBefore = createKeyVault(old).seal('x', 'place')
    const vault = createKeyVault(present, old)
    expect(vault.open(sealedBefore, 'place')).toBe('x')
    expect(vault.isPresent(sealedBefore)).toBe(false)
    const sealed = vault.seal('x', 'place')
    expect(vault.isPresent(sealed)).toBe(true)
    expect(createKeyVault(present).open(sealed, 'place')).toBe('x')
  })

  test('error: a secret key of another length is refused', () => {
    expect(() => createKeyVault(randomBytes(16))).toThrow('32 bytes')
  })
})
