import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { hasColors, lowerColors } from './lower-colors.ts'

const tokens = readFileSync('src/protocol/theme/tokens.css', 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')

afterEach(() => {
  vi.unstubAllGlobals()
})

test('behavior: the lowered tokens use only colors that the oldest browsers support', () => {
  const lowered = lowerColors(tokens)
  expect(lowered).not.toMatch(/light-dark|\bfrom\b/)
  expect(lowered).toContain('--latchkey-accent: #2150c0;')
  expect(lowered).toContain('--latchkey-accent-contrast: #fff;')
  expect(lowered).toContain('--latchkey-accent-text: var(--latchkey-accent)')
  expect(lowered).toContain('color-mix(in oklab, var(--latchkey-accent) 86%, #000000)')
  // Everything else is kept.
  expect(lowered.match(/--[\w-]+:/g)).toEqual(tokens.match(/--[\w-]+:/g))
  expect(lowered.split('(').length).toBe(lowered.split(')').length)
})

test('behavior: lowers minified styles too, and keeps other styles', () => {
  expect(
    lowerColors('a{color:light-dark(oklch(from var(--x) min(l,.48) c h),#fff);margin:calc(1px*(2 + 3))}'),
  ).toBe('a{color:var(--x);margin:calc(1px*(2 + 3))}')
})

test('behavior: asks the browser for both kinds of colors', () => {
  const supports = vi.fn(() => false)
  vi.stubGlobal('CSS', { supports })
  expect(hasColors()).toBe(false)
  expect(supports).toHaveBeenCalledWith('color', expect.stringMatching(/^light-dark\(oklch\(from /))
})
