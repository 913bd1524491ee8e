import { expect, test } from 'vitest'
import { type PaletteItem, inGroups, matchItems } from './found-items.query.ts'

const item = (label: string, words = ''): PaletteItem => ({
  id: label,
  group: 'Pages',
  label,
  icon: 'search',
  words,
  to: '/',
})
const ITEMS = [item('New wallet', 'create'), item('Wallets'), item('Übersicht'), item('API keys', 'secret')]
const labels = (typed: string) => matchItems(ITEMS, typed).map(({ label }) => label)

test('behavior: every typed word must begin a word, in any order', () => {
  expect(labels('wal new')).toEqual(['New wallet'])
  expect(labels('create w')).toEqual(['New wallet'])
  expect(labels('allet')).toEqual([])
})

test('behavior: what begins with the text stands first; case and accents do not matter', () => {
  expect(labels('WALLET')).toEqual(['Wallets', 'New wallet'])
  expect(labels('ubers')).toEqual(['Übersicht'])
})

test('behavior: everything for no text', () => {
  expect(labels('  ')).toHaveLength(4)
})

test('behavior: a group stays in one piece, so that the arrows follow what is seen', () => {
  const [page, action] = [item('Wallets'), { ...item('New wallet'), group: 'Actions' }]
  const other = item('Waiting')
  expect(inGroups([page, action, other])).toEqual([page, other, action])
})
