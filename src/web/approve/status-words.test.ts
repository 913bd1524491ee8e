import { expect, test } from 'vitest'
import { reasonText } from './status-words.ts'

test('error: a contract’s reason has no hidden characters and is not endless', () => {
  expect(reasonText('paid\u202Ediap\u200B')).toBe('paiddiap')
  expect(reasonText('a'.repeat(10_000)).length).toBeLessThanOrEqual(501)
})

test('error: a contract’s reason that is a name of every object is displayed as it is', () => {
  expect(reasonText('constructor')).toBe('constructor')
})

test('behavior: the service’s own reasons are sentences that say what to do next', () => {
  expect(reasonText('declined by the user')).toBe('You declined it.')
  expect(reasonText('withdrawn by the organization')).toContain('withdrawn by the organization')
  expect(reasonText('it was executed without the approval of its end-user')).toContain(
    'executed without your approval',
  )
  expect(reasonText('wrong number')).toContain('If you did request it, sign it again there.')
})
