import { expect, test } from 'vitest'
import { bypassedAdvice, heldWords, reasonText } from './status-words.ts'

test('error: a contract’s reason has no hidden characters and a limited length', () => {
  expect(reasonText('paid\u202Ediap\u200B')).toBe('paiddiap')
  expect(reasonText('a'.repeat(10_000)).length).toBeLessThanOrEqual(501)
})

test('error: a contract’s reason that equals a property of every object is displayed unchanged', () => {
  expect(reasonText('constructor')).toBe('constructor')
})

test('behavior: the service’s own reasons are sentences with the next step', () => {
  expect(reasonText('declined by the user')).toBe('You declined it.')
  expect(reasonText('withdrawn by the organization')).toContain('cancelled by the organization')
  expect(reasonText('wrong number')).toContain('If you requested it, sign it again there.')
})

test('behavior: an execution without the approval → is named as such with the next step, and not as confirmed', () => {
  const held = { status: 'CONFIRMED', bypassed: 'end-user' } as const
  expect(heldWords(held)).toMatchObject({ word: 'Executed without your approval', tone: 'danger' })
  expect(heldWords({ status: 'CONFIRMED' }).word).toBe('Confirmed')
  expect(bypassedAdvice({})).toContain('contact the organization that gave you this wallet')
  expect(bypassedAdvice({ forOrganization: true })).not.toContain('your wallet')
})
