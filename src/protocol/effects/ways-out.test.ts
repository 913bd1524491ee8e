import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WAYS_OF_CALLS } from '#protocol/testing/ways-of-calls.ts'
import { readMessageWay, WAYS_OUT, type Counts } from './ways-out.ts'

type Count = Counts[keyof Counts]

const WORDS: Readonly<Record<Count, string>> = {
  nothing: 'nothing',
  units: 'its amount',
  'whole-token': 'all of the token',
  'whole-wallet': 'the whole wallet',
  parts: 'its parts',
  outside: 'not checked',
  always: 'always held',
  recipient: 'recipient or spender',
  contract: 'the contract',
  'no-list': 'always refused',
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The table as the documentation shows it. Each row also names the kinds of calls that belong to the way out. */
function table(): string {
  const listKinds = (way: string): string =>
    Object.entries(WAYS_OF_CALLS)
      .filter(([, ways]) => ways.some((one) => one === way))
      .map(([kind]) => `\`${kind}\``)
      .join(', ')
  return [
    row([
      'way out',
      'kinds of calls',
      'transaction limit',
      'daily limit',
      'recipients',
      'approval',
      'reason',
    ]),
    row(Array<string>(7).fill('---')),
    ...Object.entries(WAYS_OUT).map(([way, { title, counts, why }]) => {
      const { 'transaction-limit': one, 'day-limit': day, recipients, approval } = counts
      return row([
        title,
        listKinds(way),
        ...[one, day, recipients, approval].map((count) => WORDS[count]),
        why,
      ])
    }),
  ].join('\n')
}

test('behavior: the page about policies has the table of ways out, word for word', () => {
  const document = readFileSync(new URL('../../../docs/policies.md', import.meta.url), 'utf8')
  const [, shown] = /<!-- ways out -->\n\n([^]*?)\n\n<!-- end of ways out -->/.exec(document) ?? []
  expect(shown).toBe(table())
})

test('behavior: an unread warning → the message counts as unreadable data, regardless of its kind', () => {
  expect(readMessageWay({ kind: 'text', warnings: ['hidden'] })).toBe('message-text')
  expect(readMessageWay({ kind: 'text', warnings: ['unread'] })).toBe('message-data')
  expect(readMessageWay({ kind: 'permission', warnings: ['gives', 'unread'] })).toBe('message-data')
})
