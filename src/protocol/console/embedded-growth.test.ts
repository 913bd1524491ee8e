import { expect, test } from 'vitest'
import { findLargestGrowth, formatBytes } from './embedded-growth.ts'

const GIGABYTE = 2 ** 30
const SMALL = { databaseBytes: GIGABYTE - 1, freeDiskBytes: 2 * GIGABYTE, chainMemoryBytes: GIGABYTE / 2 - 1 }

test.each([
  ['nothing is large', {}, undefined],
  ['there is no chain', { chainMemoryBytes: null }, undefined],
  ['the database has a gigabyte', { databaseBytes: GIGABYTE }, 'database'],
  ['the chain uses half a gigabyte', { databaseBytes: GIGABYTE, chainMemoryBytes: GIGABYTE / 2 }, 'memory'],
  [
    'less than two gigabytes are free',
    { chainMemoryBytes: GIGABYTE, freeDiskBytes: 2 * GIGABYTE - 1 },
    'disk',
  ],
])('behavior: %s', (_, changed, largest) => {
  expect(findLargestGrowth({ ...SMALL, ...changed })).toBe(largest)
})

test.each([
  [0, '0 MB'],
  [300 * 2 ** 20, '300 MB'],
  [1.25 * GIGABYTE, '1.3 GB'],
])('behavior: %i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
