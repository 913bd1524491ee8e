import { expect, test } from 'vitest'
import { actionText, listGroups, targetHref } from './audit-words.ts'

const ID = '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'

test.each([
  ['webhook.delivery-resent', `${ID}/${ID}`, `/webhooks/${ID}`],
  ['webhook.deleted', ID, undefined],
  ['transaction.executed', ID, `/transactions/${ID}`],
  ['wallet.created', `0x${'a'.repeat(40)}`, `/wallets/0x${'a'.repeat(40)}`],
  ['wallet.created', 'javascript:alert(1)', undefined],
  ['fees.set', null, undefined],
])('behavior: %s of %s links to %s', (action, target, href) => {
  expect(targetHref({ action, target })).toBe(href)
})

test('behavior: lists each group of actions once, in order', () => {
  expect(listGroups(['webhook.created', 'audit.exported', 'webhook.deleted'])).toEqual(['audit', 'webhook'])
})

test('behavior: describes an action in words, and an unknown one by its name', () => {
  expect(actionText('api-key.issued')).toBe('Issued an API key')
  expect(actionText('erc20-transfer.prepared')).toBe('Prepared a call')
  expect(actionText('moon.landed')).toBeUndefined()
})
