import { expect, test } from 'vitest'
import { groupDigits } from '#protocol/money.ts'
import { CALL_TEXTS } from './call-texts.ts'
import { formatQuantity, type TokenQuantity } from './format-quantity.ts'
import type { Language } from './language.ts'
import { quantityWords } from './quantity-words.ts'

const SEPARATORS = {
  en: { group: ',', decimal: '.' },
  de: { group: '.', decimal: ',' },
  es: { group: '.', decimal: ',' },
}

function wordsIn(language: Language) {
  const texts: Readonly<Record<string, string>> = CALL_TEXTS[language]
  return quantityWords(
    (text) => texts[text] ?? text,
    (exact) => groupDigits(exact, SEPARATORS[language]),
  )
}

const idsTo = (last: number) =>
  Array.from({ length: last }, (_, index) => ({ tokenId: String(index + 1), units: '2000' }))

const CASES: [name: string, TokenQuantity, Record<Language, string>][] = [
  [
    'coins',
    { kind: 'amount', text: '1234.5', symbol: 'DEMO' },
    { en: '1,234.5 DEMO', de: '1.234,5 DEMO', es: '1.234,5 DEMO' },
  ],
  ['coins without a symbol', { kind: 'amount', text: '0.5' }, { en: '0.5', de: '0,5', es: '0,5' }],
  [
    'unlimited coins',
    { kind: 'amount', text: '9', symbol: 'DEMO', unlimited: true },
    { en: 'Unlimited DEMO', de: 'Unbegrenzt DEMO', es: 'DEMO ilimitado' },
  ],
  [
    'a symbol with signs of a replacement',
    { kind: 'amount', text: '9', symbol: '$& {units}', unlimited: true },
    { en: 'Unlimited $& {units}', de: 'Unbegrenzt $& {units}', es: '$& {units} ilimitado' },
  ],
  [
    'base units of a token',
    { kind: 'units', units: '1000', token: '0x5707…9A9B' },
    {
      en: '1,000 base units of 0x5707…9A9B',
      de: '1.000 Basiseinheiten von 0x5707…9A9B',
      es: '1.000 unidades base de 0x5707…9A9B',
    },
  ],
  [
    'base units',
    { kind: 'units', units: '-1000' },
    { en: '-1,000 base units', de: '-1.000 Basiseinheiten', es: '-1.000 unidades base' },
  ],
  [
    'unlimited base units',
    { kind: 'units', units: '9', unlimited: true },
    { en: 'Unlimited', de: 'Unbegrenzt', es: 'Ilimitado' },
  ],
  ['an NFT', { kind: 'item', tokenId: '7000' }, { en: 'NFT #7000', de: 'NFT #7000', es: 'NFT #7000' }],
  [
    'units of a token ID',
    { kind: 'item', tokenId: '1000', units: '2000' },
    { en: '2,000 × #1000', de: '2.000 × #1000', es: '2.000 × #1000' },
  ],
  [
    'two rows of one token ID',
    {
      kind: 'items',
      items: [
        { tokenId: '1', units: '1' },
        { tokenId: '1', units: '2' },
      ],
    },
    { en: '3 × #1', de: '3 × #1', es: '3 × #1' },
  ],
  [
    'three token IDs',
    { kind: 'items', items: idsTo(3) },
    {
      en: '2,000 × #1, 2,000 × #2, 2,000 × #3',
      de: '2.000 × #1, 2.000 × #2, 2.000 × #3',
      es: '2.000 × #1, 2.000 × #2, 2.000 × #3',
    },
  ],
  [
    'five token IDs',
    { kind: 'items', items: idsTo(5) },
    {
      en: '2,000 × #1 and 4 more token IDs',
      de: '2.000 × #1 und 4 weitere Token-IDs',
      es: '2.000 × #1 y 4 ID de token más',
    },
  ],
  [
    'a number of an unknown kind',
    { kind: 'either', number: '7000' },
    { en: '7,000 or NFT #7000', de: '7.000 oder NFT #7000', es: '7.000 o NFT #7000' },
  ],
]

test.each(CASES)('behavior: %s → the same form in every language', (_, quantity, texts) => {
  for (const language of ['en', 'de', 'es'] as const)
    expect(formatQuantity(quantity, wordsIn(language))).toBe(texts[language])
})
