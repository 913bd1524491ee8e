import { expect, test } from 'vitest'
import { formatCsv } from '#web/console/lib/export-items.ts'
import { addressesOfCsv } from './import-addresses-dialog.tsx'

const A = `0x${'11'.repeat(20)}`
const B = `0x${'22'.repeat(20)}`
const saved = (address: string, label: string, note = '') => ({
  address,
  label,
  note,
  savedBy: 'Ada',
  updatedAtDatetime: '2026-01-01T00:00:00Z',
})

test('behavior: reads an exported file again, with commas, quotes and line breaks', () => {
  const csv = formatCsv([saved(A, 'Shop, "main"'), saved(B, 'Cold', 'Vault 3, left')])
  expect(addressesOfCsv(csv)).toEqual({
    rows: [
      { address: A, label: 'Shop, "main"', note: '' },
      { address: B, label: 'Cold', note: 'Vault 3, left' },
    ],
    problems: [],
  })
})

test('behavior: escapes a formula as text', () => {
  expect(formatCsv([saved(A, '=1+1')])).toContain("'=1+1")
})

test('error: names the row and column of each invalid cell, also without a header', () => {
  const { problems } = addressesOfCsv(`${A},Fine,\n0x12,Short,\n${B},,`)
  expect(problems).toMatchObject([
    { row: 2, column: 'address' },
    { row: 3, column: 'name' },
  ])
})
