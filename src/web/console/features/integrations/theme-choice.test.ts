import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#widget/texts/match-language.ts'
import { attributesOf, contrastChecks, cssOf, PLAIN, tokensOf, WIDGET_LANGUAGES } from './theme-form.tsx'

const tokensCss = readFileSync('src/protocol/theme/tokens.css', 'utf8')

test('behavior: the default theme needs no rule and no attribute', () => {
  expect(cssOf(PLAIN)).toBe('')
  expect(attributesOf(PLAIN)).toBe('')
})

test('param: the default colors are those of the tokens', () => {
  for (const name of ['accent', 'surface', 'text'] as const) {
    const { light, dark } = PLAIN[name]
    expect(tokensCss).toContain(`--latchkey-${name}: light-dark(${light}, ${dark});`)
  }
})

test('behavior: every choice becomes a token that the widget has', () => {
  const choice = {
    accent: { light: '#1d5b43', dark: '#7fd6b0' },
    surface: { light: '#fffaf0', dark: '#101010' },
    text: { light: '#222222', dark: '#eeeeee' },
    radiusPx: 2,
    sizePercent: 110,
    font: 'page',
    scheme: 'dark',
    locale: 'de',
  } as const
  expect(cssOf(choice)).toBe(`latchkey-wallet {
  --latchkey-accent: light-dark(#1d5b43, #7fd6b0);
  --latchkey-surface: light-dark(#fffaf0, #101010);
  --latchkey-text: light-dark(#222222, #eeeeee);
  --latchkey-radius-sm: 1px;
  --latchkey-radius-md: 2px;
  --latchkey-radius-lg: 3px;
  --latchkey-radius-xl: 4px;
  --latchkey-scale: 1.1;
  --latchkey-font-sans: inherit;
}`)
  expect(attributesOf(choice)).toBe(' theme="dark" locale="de"')
  const widget = `${tokensCss}${readFileSync('widget/theme.ts', 'utf8')}`
  for (const [name] of tokensOf(choice)) expect(widget).toContain(name)
})

test('param: the languages are those of the widget', () => {
  expect(WIDGET_LANGUAGES.map(([tag]) => tag)).toEqual(['en', ...LANGUAGES])
})

test('error: reports colors with too little contrast, with their scheme', () => {
  expect(contrastChecks(PLAIN).filter(({ ratio, least }) => ratio < least)).toEqual([])
  const pale = { ...PLAIN, accent: { light: '#ffe08a', dark: '#ffe08a' } }
  const found = contrastChecks(pale).filter(({ ratio, least }) => ratio < least)
  expect(found.map(({ pair, scheme }) => `${pair} ${scheme}`)).toEqual(['accent-on-surface light'])
})
