import { expect, test } from 'vitest'
import { collectNames, readTargetName, targetHref } from './audit-targets.ts'

const ID = '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'
const ADDRESS = `0x${'a'.repeat(40)}`

test.each([
  ['webhook.delivery-resent', `${ID}/${ID}`, `/webhooks/${ID}`],
  ['webhook.deleted', ID, undefined],
  ['transaction.executed', ID, `/transactions/${ID}`],
  ['transaction.executed', `0x${'b'.repeat(64)}`, undefined],
  ['wallet.created', ADDRESS, `/wallets/${ADDRESS}`],
  ['wallet.created', 'javascript:alert(1)', undefined],
  ['api-key.updated', ID, `/api-keys/${ID}`],
  ['address.saved', ADDRESS, `/address-book?q=${ADDRESS}`],
  ['member.removed', ID, undefined],
  ['moon.landed', ID, undefined],
  ['fees.set', null, undefined],
])('behavior: %s of %s links to %s', (action, target, href) => {
  expect(targetHref({ action, target })).toBe(href)
})

test('behavior: a thing has the name of its entry, else the one that the log knows, else none', () => {
  const names = collectNames({ actors: [], things: [{ kind: 'api-key', id: ID, name: 'Shop' }] })
  expect(readTargetName({ target: ID, details: { label: 'Renamed' } }, names)).toBe('Renamed')
  expect(readTargetName({ target: `${ID}/other`, details: {} }, names)).toBe('Shop')
  expect(readTargetName({ target: 'another', details: { label: '' } }, names)).toBeUndefined()
})
