import { expect, test, vi } from 'vitest'
import { keyWords } from '#protocol/display/key-words.ts'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'
import { APPROVAL_WALLET, row } from './testing/key-service.ts'
import { passkeysCardForEach } from './testing/passkeys-card-page.tsx'

const card = passkeysCardForEach()

test('behavior: a key of the approval wallet signs for a new passkey, which can approve once confirmed', async () => {
  await card.open(row(card.phone, 'key'))
  await card.press('Add a passkey')
  await card.shows('Add a passkey to your approval wallet')
  expect(card.page.textContent).toContain(keyWords(card.laptop))
  expect(card.page.textContent).toContain('not yet able to approve')
  expect(card.prompted).toEqual([])
  await card.press('Sign')
  await card.shows('It can approve there once that is confirmed.')
  expect(card.prompted).toEqual([card.phone.credentialId])
  expect(card.service.asked).toContainEqual([
    '/passkeys/keys/begin',
    { change: 'add', passkeyId: card.laptop.credentialId },
  ])
  card.service.listed = [row(card.phone, 'key'), row(card.laptop, 'key')]
  await vi.waitFor(() => expect(card.page.textContent?.match(/Can approve/g)).toHaveLength(2), {
    timeout: 10_000,
  })
})

test('behavior: until the approval wallet is deployed, the page promises that an added passkey can sign in, and no more', async () => {
  await card.open({ ...row(card.phone, undefined), coSigner: APPROVAL_WALLET })
  await card.press('Add a passkey')
  await card.shows('Added: it can sign in.')
  await expect.poll(() => card.paths().at(-1)).toBe('/passkeys')
  await expect.poll(() => card.button('Add a passkey')?.disabled).toBe(false)
  expect(card.page.textContent).not.toContain('from now on')
})

test('behavior: without an approval wallet, a new passkey can approve at once and nothing is signed', async () => {
  await card.open(row(card.phone, undefined))
  await card.press('Add a passkey')
  await card.shows('Added: it can approve from now on.')
  expect(card.page.textContent).not.toContain('not yet able to approve')
  expect(card.paths()).not.toContain('/passkeys/keys/begin')
})

test('behavior: a passkey of an earlier visit proves its key, and then another passkey signs', async () => {
  await card.open(row(card.phone, 'key'), row(card.laptop, 'no-key'))
  await card.press('Let it approve')
  await card.shows(keyWords(card.laptop))
  await card.press('Sign')
  await expect.poll(() => card.isFinished()).toBe(true)
  expect(card.prompted).toEqual([card.laptop.credentialId, card.phone.credentialId])
})

test('error: a key that is not the passkey’s own → nothing is signed', async () => {
  const planted = createAuthenticator()
  await card.open(row(card.phone, 'key'), { ...row(planted, 'no-key'), id: card.laptop.credentialId })
  await card.press('Let it approve')
  await card.shows('The service named another key than this passkey’s')
  expect(card.button('Sign')).toBeUndefined()
  expect(card.paths()).not.toContain('/passkeys/keys/begin')
})

test('error: a challenge for another key than the displayed key → nothing is signed', async () => {
  await card.open(row(card.phone, 'key'))
  await card.press('Add a passkey')
  await card.shows('Add a passkey to your approval wallet')
  card.service.signedFor = createAuthenticator()
  await card.press('Sign')
  await card.shows('Nothing was signed.')
  expect(card.prompted).toEqual([])
  expect(card.isFinished()).toBe(false)
})

test('behavior: while the blockchain cannot be read, the page shows the state as unknown', async () => {
  await card.open(row(card.phone, 'unknown'), row(card.laptop, 'unknown'))
  expect(card.page.textContent).toContain('it is unknown whether it can approve there')
  expect(card.button('Let it approve')).toBeUndefined()
})
