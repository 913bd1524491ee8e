import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compareLuminances, linearRgb, computeLuminance } from '#protocol/testing/contrast.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/(--[a-z0-9-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
)

type Scheme = 'light' | 'dark'
const schemes: Scheme[] = ['light', 'dark']
const GROUNDS = ['canvas', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover']

/** Pairs of text and background: 4.5:1 (WCAG 2.2, 1.4.3). */
const texts: [string, string][] = [
  ...['text', 'text-muted', 'text-faint', 'accent'].flatMap((text) =>
    GROUNDS.map((ground): [string, string] => [text, ground]),
  ),
  ...['success', 'warning', 'danger', 'info'].flatMap((status): [string, string][] => [
    [`${status}-text`, `${status}-soft`],
    [`${status}-text`, 'surface'],
    [`${status}-text`, 'canvas'],
    [`${status}-contrast`, `${status}-solid`],
    ['text', `${status}-soft`],
  ]),
  ['text-inverse', 'text'],
]

/** Edges of controls, focus and status dots: 3:1 (WCAG 2.2, 1.4.11). */
const edges: [string, string][] = [
  ...['border-strong', 'accent'].flatMap((edge) => GROUNDS.map((ground): [string, string] => [edge, ground])),
  ...['success', 'warning', 'danger', 'info'].map((status): [string, string] => [
    `${status}-solid`,
    'surface',
  ]),
]

describe.each(schemes)('tokens.css, %s', (scheme) => {
  test.each(texts)('behavior: %s is readable on %s', (text, ground) => {
    expect(
      compareLuminances(luminance(colour(text, scheme)), luminance(colour(ground, scheme))),
    ).toBeGreaterThanOrEqual(4.5)
  })

  test.each(edges)('behavior: %s is visible on %s', (edge, ground) => {
    expect(
      compareLuminances(luminance(colour(edge, scheme)), luminance(colour(ground, scheme))),
    ).toBeGreaterThanOrEqual(3)
  })

  test('behavior: black or white text on the accent is readable, as the rule chooses', () => {
    const accent = colour('accent', scheme)
    expect(compareLuminances(luminance(chosenText(accent)), luminance(accent))).toBeGreaterThanOrEqual(4.5)
  })
})

describe('tokens.css', () => {
  test('param: every token has the public prefix', () => {
    expect(tokens.size).toBeGreaterThan(80)
    for (const name of tokens.keys()) expect(name).toMatch(/^--latchkey-/)
  })

  test('param: every used token is declared', () => {
    for (const [, name = ''] of css.matchAll(/var\((--[a-z0-9-]+)/g))
      expect(tokens.has(name), name).toBe(true)
  })

  test('behavior: the text on any accent of an integrator has 4.5:1', () => {
    const worst = Math.min(
      ...accents().map((accent) => compareLuminances(luminance(chosenText(accent)), luminance(accent))),
    )
    expect(worst).toBeGreaterThanOrEqual(4.5)
  })

  test.each(schemes)('behavior: any accent as text has 4.5:1 on every background, %s', (scheme) => {
    const grounds = GROUNDS.map((ground) => luminance(colour(ground, scheme)))
    for (const accent of accents()) {
      const text = computeLuminance(accentText(accent, scheme))
      for (const ground of grounds)
        expect(compareLuminances(text, ground), accent).toBeGreaterThanOrEqual(4.5)
    }
  })

  test.each(schemes)('param: the default accent is used as text unchanged, %s', (scheme) => {
    const accent = colour('accent', scheme)
    expect(computeLuminance(accentText(accent, scheme))).toBeCloseTo(luminance(accent), 5)
  })
})

/** The hex value of a token in a scheme. */
function colour(name: string, scheme: Scheme): string {
  const value = tokens.get(`--latchkey-${name}`) ?? ''
  const pair = /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(value)
  const hex = scheme === 'light' ? pair?.[1] : pair?.[2]
  if (hex === undefined) throw new Error(`${name} is no pair of colours: ${value}`)
  return hex
}

/** The color that `--latchkey-accent-contrast` computes. */
function chosenText(accent: string): string {
  return luminance(accent) < 0.179 ? '#ffffff' : '#000000'
}

function luminance(hex: string): number {
  return computeLuminance(linearRgb(hex))
}

/** A grid over all of sRGB. */
function accents(): string[] {
  const parts = Array.from({ length: 18 }, (_, index) => (15 * index).toString(16).padStart(2, '0'))
  return parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)))
}

/** The color that `--latchkey-accent-text` computes, in linear sRGB, clipped. Source: CSS Color 4, 10.3. */
function accentText(accent: string, scheme: Scheme): [number, number, number] {
  const [red, green, blue] = linearRgb(accent)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const own = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const lightness = scheme === 'light' ? Math.min(own, 0.48) : Math.max(own, 0.74)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  const [l, m, s] = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ]
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}
