import { expect, test } from 'vitest'
import { type PaletteItem, inGroups, matchItems } from './match-items.ts'

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

test('behavior: every typed word must begin a word of the item, in any order', () => {
  expect(labels('wal new')).toEqual(['New wallet'])
  expect(labels('create w')).toEqual(['New wallet'])
  expect(labels('allet')).toEqual([])
})

test('behavior: items that begin with the text come first, and case and accents are ignored', () => {
  expect(labels('WALLET')).toEqual(['Wallets', 'New wallet'])
  expect(labels('ubers')).toEqual(['Übersicht'])
})

test('behavior: an empty text matches everything', () => {
  expect(labels('  ')).toHaveLength(4)
})

test('behavior: keeps each group together, so that the arrows follow the visual order', () => {
  const [page, action] = [item('Wallets'), { ...item('New wallet'), group: 'Actions' }]
  const other = item('Waiting')
  expect(inGroups([page, action, other])).toEqual([page, other, action])
})
