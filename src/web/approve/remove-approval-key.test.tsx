import { expect, test, vi } from 'vitest'
import { keyWords } from '#protocol/display/key-words.ts'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'
import { row, USER_HANDLE } from './testing/key-service.ts'
import { passkeysCardForEach } from './testing/passkeys-card-page.tsx'

const card = passkeysCardForEach()

test('error: another approval wallet than the displayed wallet → nothing is signed', async () => {
  const elsewhere = '0x3333333333333333333333333333333333333333'
  await card.open(
    { ...row(card.phone, 'key'), coSigner: elsewhere },
    { ...row(card.laptop, 'key'), coSigner: elsewhere },
  )
  await card.press('Remove')
  card.service.signedFor = card.phone
  await card.press('Sign and remove')
  await card.shows('another approval wallet than the displayed one')
  expect(card.prompted).toEqual([])
  expect(card.isFinished()).toBe(false)
})

test('behavior: keys that belong to none of the passkeys → are shown, and no passkey can remove them', async () => {
  const foreign = createAuthenticator()
  const { qx, qy } = foreign
  await card.open({ ...row(card.phone, 'no-key'), otherKeys: [{ qx, qy }] })
  await card.shows(keyWords(foreign))
  await card.shows('none of these passkeys can remove it')
  expect(card.button('Sign and remove')).toBeUndefined()
})

test('behavior: another key signs the removal of a key at the second press, and the browser learns which passkeys remain', async () => {
  await card.open(row(card.phone, 'key'), row(card.laptop, 'key'))
  await card.press('Remove')
  await card.shows('Remove a passkey from your approval wallet')
  expect(card.page.textContent).toContain(keyWords(card.phone))
  expect(card.prompted).toEqual([])
  card.service.signedFor = card.phone
  card.service.listed = [row(card.laptop, 'key')]
  await card.press('Sign and remove')
  await card.shows('your other browsers are signed out')
  expect(card.prompted).toEqual([card.laptop.credentialId])
  expect(card.service.asked).toContainEqual([
    '/passkeys/keys/begin',
    { change: 'remove', passkeyId: card.phone.credentialId },
  ])
  expect(card.accepted).toEqual([
    { rpId: 'localhost', userId: USER_HANDLE, allAcceptedCredentialIds: [card.laptop.credentialId] },
  ])
})

test.each(['CHAIN_FAILED', 'CHAIN_TIMEOUT', 'UNAVAILABLE'])(
  'behavior: %s at the removal of a key → the passkey is removed here, and the page says that it remains a key',
  async (code) => {
    await card.open(row(card.phone, 'key'), row(card.laptop, 'key'))
    card.service.failures['/passkeys/keys/begin'] = code
    card.service.listed = [row(card.laptop, 'key')]
    await card.press('Remove')
    await card.press('Sign and remove')
    await card.shows(
      'It cannot sign in or decide here any more. It stays a key of your approval wallet until',
    )
    expect(card.service.asked).toContainEqual([
      '/passkeys/removal',
      expect.objectContaining({ passkeyId: card.phone.credentialId }),
    ])
  },
)

test('behavior: a key that belongs to no passkey → is shown with its verification words and removed by a signature', async () => {
  const foreign = createAuthenticator()
  const { qx, qy } = foreign
  await card.open({ ...row(card.phone, 'key'), otherKeys: [{ qx, qy }] })
  expect(card.page.querySelector('.danger')?.textContent).toContain(keyWords(foreign))
  card.service.signedFor = foreign
  await card.press('Sign and remove')
  await card.shows('The key is removed once that is confirmed.')
  card.service.listed = [row(card.phone, 'key')]
  expect(card.prompted).toEqual([card.phone.credentialId])
  expect(card.service.asked).toContainEqual(['/passkeys/keys/begin', { change: 'remove', key: { qx, qy } }])
  await vi.waitFor(() => expect(card.page.querySelector('.notice.danger')).toBeNull(), { timeout: 10_000 })
})

test('behavior: warns before the only key is removed, and removes it without a transaction', async () => {
  await card.open(row(card.phone, 'key'), row(card.laptop, 'no-key'))
  await card.press('Remove')
  await card.shows('you cannot approve for it any more')
  await card.press('Remove it anyway')
  await expect.poll(() => card.paths()).toContain('/passkeys/removal')
  expect(card.paths()).not.toContain('/passkeys/keys/begin')
})
