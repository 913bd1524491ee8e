import { expect, test } from 'vitest'
import { findRepeated, groupByMailbox } from './repeated-approvers.ts'

const members = groupByMailbox([
  { administratorId: 'ada', email: 'ada@home.example' },
  { administratorId: 'ada', email: 'team@example.com' },
  { administratorId: 'ben', email: 'team@example.com' },
])
const ADA = { email: 'ada@example.com', administratorId: 'ada' }
const BEN = { email: 'ben@example.com', administratorId: 'ben' }

test.each<[string, Parameters<typeof findRepeated>[0], number[]]>([
  ['different members', [ADA, BEN, { email: 'cleo@example.com' }], []],
  ['one mailbox under two tags', [{ email: 'x+a@example.com' }, { email: 'X@example.com' }], [1]],
  ['a member and another address of theirs', [ADA, { email: 'Ada+x@home.example' }], [1]],
  ['the address first, so that the entry with the id stays', [{ email: 'ada@home.example' }, BEN, ADA], [0]],
  ['two addresses of one member', [{ email: 'ada@home.example' }, { email: 'team@example.com' }], [1]],
  ['a mailbox that two members use', [ADA, BEN, { email: 'team@example.com' }], [2]],
  ['a member under the address of another', [ADA, { ...BEN, email: 'ada@home.example' }], [1]],
  ['null for no member id', [{ email: 'x@example.com', administratorId: null }, ADA], []],
])('behavior: finds who is named twice: %s', (_what, approvers, repeated) => {
  expect(findRepeated(approvers, members)).toEqual(repeated)
})
