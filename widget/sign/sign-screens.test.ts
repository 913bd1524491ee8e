// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { PolicyVerdict } from '#protocol/simulation.ts'
import { signScreens } from './sign-screens.ts'
import { COIN, ORIGIN, permit, showMessage, WALLET } from './testing/show-message.ts'

test('behavior: a text is shown in full, needs no box, and can be signed', async () => {
  const text = `First line\n${'word '.repeat(2_000)}last word`
  const { card, press, box, visible, reds } = showMessage({ kind: 'text', text })
  expect(card.querySelector('h2')?.textContent).toBe('Sign a message')
  expect(card.querySelector('.message')?.textContent).toBe(text)
  expect(visible()).toContain(`${ORIGIN} asks for your signature`)
  expect([box, reds()]).toEqual([null, []])
  expect(await press()).toBe(true)
})

const signIn = (domain: string) =>
  `${domain} wants you to sign in with your Ethereum account:\n${WALLET}\n\n\nURI: https://${domain}/\nVersion: 1\nChain ID: 10\nNonce: abcd1234\nIssued At: 2026-11-26T12:00:00Z`

test('behavior: a sign-in of this page shows no warning', () => {
  const { card, box, reds, visible } = showMessage({ kind: 'text', text: signIn('shop.example') })
  expect(card.querySelector('h2')?.textContent).toBe('Sign in')
  expect([box, reds()]).toEqual([null, []])
  expect(visible()).toContain('Nonce: abcd1234')
})

test('error: a sign-in of another site is red, and can be signed only with the box ticked', async () => {
  const { press, box, reds, card } = showMessage({ kind: 'text', text: signIn('evil.example') })
  expect(reds()).toEqual([
    expect.stringContaining('signs you in to evil.example, but https://shop.example asks'),
  ])
  expect(await press()).toBe(false)
  expect(card.querySelector('#understood-problem')?.textContent).toBe('Tick this box to continue.')
  box?.click()
  expect(await press()).toBe(true)
})

test('error: invisible characters are shown by their codes, with a caution', () => {
  const { card, box } = showMessage({ kind: 'text', text: 'a\u202eb' })
  expect(card.querySelector('.message')?.textContent).toBe('a\\u{202e}b')
  expect(card.querySelector('.warnings .caution')?.textContent).toContain('invisible characters')
  expect(box).toBeNull()
})

test('behavior: a person with several wallets chooses which one signs', () => {
  const { card, stage } = showMessage({ kind: 'text', text: 'x' })
  const wallets = [WALLET, COIN].map((address) => ({ address, label: '', passkey: null }))
  void signScreens(stage).askWallet(wallets)
  expect(card.querySelector('.lede')?.textContent).toBe('Which wallet should sign it?')
  expect(card.querySelectorAll('button.choice')).toHaveLength(2)
})

const POLICY = { policyId: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e', policyName: 'Large sums' }

test.each<[PolicyVerdict, string]>([
  [
    { outcome: 'needs-approval', by: 'administrator', ...POLICY },
    'After you sign, it needs the approval of the organization (policy “Large sums”).',
  ],
  [{ outcome: 'needs-approval', by: 'end-user' }, 'After you sign, you approve this in the approval app.'],
])('behavior: names the policy that requires an approval before the signature', async (verdict, sentence) => {
  const { press, box, visible } = showMessage(permit('5'), verdict)
  await expect.poll(visible).toContain(sentence)
  box?.click()
  expect(await press()).toBe(true)
})

test('error: a message that a policy blocks is not signed, and the policy is named', async () => {
  const { card, press, box, visible } = showMessage(permit('5'), {
    outcome: 'blocked',
    ...POLICY,
    reason: 'The policy “Large sums” refuses this signature.',
  })
  await expect.poll(visible).toContain('Blocked by the policy “Large sums”.It cannot be signed.')
  expect(card.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true)
  box?.click()
  expect(await press()).toBe(false)
})
