import { expect, test } from 'vitest'
import { loopOverOwnKeys } from './own-keys.ts'

test.each([
  ['for (const key in table) {', 'for (const key of Object.keys(table)) {'],
  ['for (const key in def.shape) {', 'for (const key of Object.keys(def.shape)) {'],
  ['for (const key of keys) {', 'for (const key of keys) {'],
  ['if (key in table) {', 'if (key in table) {'],
])('behavior: %s → %s', (code, expected) => {
  expect(loopOverOwnKeys(code)).toBe(expected)
})
