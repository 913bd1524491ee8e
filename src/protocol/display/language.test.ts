import { expect, test } from 'vitest'
import { acceptedLanguage } from './language.ts'

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, es-MX;q=0.7', 'es'],
  ['fr-FR, DE;q=0.3', 'de'],
  ['fr, *;q=0.1', 'en'],
  ['de;q=0, es;q=0.2', 'es'],
  ['de;q=x', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [null, 'en'],
] as const)('param: Accept-Language %s selects %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})
