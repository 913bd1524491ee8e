import { expect, test } from 'vitest'
import { matchLanguage } from './match-language.ts'

test.each([
  [['de'], 'de'],
  [['de-AT'], 'de'],
  [['DE_at'], 'de'],
  [['zh-Hans-CN'], 'zh'],
  [[null, 'fr-CA'], 'fr'],
  [['', 'it'], 'it'],
  [['nl', 'pt-BR'], 'pt'],
  [['en-GB', 'de'], undefined],
  [['nl'], undefined],
  [['dev'], undefined],
  [[' de'], undefined],
  [[undefined, null, ''], undefined],
  [['constructor'], undefined],
])('param: %j → %s', (tags, language) => {
  expect(matchLanguage(tags)).toBe(language)
})
