import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyVault } from './key-vault.ts'

const secretKey = randomBytes(32)
const context = { owner: 'a', column: 'table.column' }

test('behavior: a sealed secret opens in the same context', () => {
  const vault = createKeyVault(secretKey)
  const sealed = vault.seal('pk_live_x', context)
  expect(sealed).not.toContain('pk_live')
  expect(createKeyVault(secretKey).open(sealed, context)).toBe('pk_live_x')
})

test('behavior: two seals of the same secret differ', () => {
  const vault = createKeyVault(secretKey)
  expect(vault.seal('x', context)).not.toBe(vault.seal('x', context))
})

test('error: a secret does not open in another context', () => {
  const sealed = createKeyVault(secretKey).seal('x', context)
  expect(() => createKeyVault(secretKey).open(sealed, { ...context, owner: 'b' })).toThrow()
})

test('error: refuses a seal with any changed character', () => {
  const sealed = createKeyVault(secretKey).seal('pk_live_x', context)
  const [keyId = '', box = ''] = sealed.split('.')
  for (let index = 0; index < sealed.length; index += 1) {
    const other = sealed[index] === 'A' ? 'B' : 'A'
    const changed = sealed.slice(0, index) + other + sealed.slice(index + 1)
    // The last base64 character may hold bits that do not belong to a byte.
    const isSame = Buffer.from(changed.slice(keyId.length + 1), 'base64').equals(Buffer.from(box, 'base64'))
    if (isSame && changed.startsWith(`${keyId}.`)) continue
    expect(() => createKeyVault(secretKey).open(changed, context), changed).toThrow()
  }
})

test('error: names another secret key as the cause', () => {
  const sealed = createKeyVault(secretKey).seal('x', context)
  expect(() => createKeyVault(randomBytes(32)).open(sealed, context)).toThrow('another SECRET_KEY')
})

test('behavior: with an old key both keys open, and only the current key seals', () => {
  const [present, old] = [randomBytes(32), randomBytes(32)]
  const sealedBefore = createKeyVault(old).seal('x', context)
  const vault = createKeyVault(present, old)
  expect(vault.open(sealedBefore, context)).toBe('x')
  expect(vault.isPresent(sealedBefore)).toBe(false)
  const sealed = vault.seal('x', context)
  expect(vault.isPresent(sealed)).toBe(true)
  expect(createKeyVault(present).open(sealed, context)).toBe('x')
})

test('error: refuses a secret key of another length', () => {
  expect(() => createKeyVault(randomBytes(16))).toThrow('32 bytes')
})
