import { expect, test } from 'vitest'
import { readBatchCsv } from './batch-paste.tsx'

const ROWS = [
  { tokenId: '1', amount: '10' },
  { tokenId: '2', amount: '20' },
]

test.each([
  ['commas', '1,10\n2,20'],
  ['semicolons', '1;10\n2;20'],
  ['tabs, as spreadsheets copy', '1\t10\r\n2\t20\r\n'],
  ['a line of names', 'tokenId,amount\n1,10\n2,20'],
  ['names in the other order', 'Amount,Token ID\n10,1\n20,2'],
  ['quotes', '"1","10"\n"2","20"'],
  ['spaces and empty lines', '\n 1 , 10 \n\n2,20\n\n'],
  ['a byte order mark', '\ufeff1,10\n2,20'],
  ['an empty third column', '1,10,\n2,20,'],
])('param: reads %s', (_name, text) => {
  expect(readBatchCsv(text)).toEqual({ rows: ROWS, problems: [] })
})

test('param: accepts a single line with the largest number', () => {
  const most = (2n ** 256n - 1n).toString()
  expect(readBatchCsv(`${most},${most}`).rows).toEqual([{ tokenId: most, amount: most }])
})

test('error: reports each invalid cell with its line and column, and reads the valid lines', () => {
  expect(readBatchCsv('1,10\nx,20\n3,\n4,0\n5,1.5\n6,-1\n7').problems).toEqual([
    'Row 2, token ID: “x” is not a whole number.',
    'Row 3, units: is missing.',
    'Row 4, units: must be more than zero.',
    'Row 5, units: “1.5” is not a whole number.',
    'Row 6, units: “-1” is not a whole number.',
    'Row 7: 1 column instead of two.',
  ])
  expect(readBatchCsv('1,10\nx,20').rows).toEqual([{ tokenId: '1', amount: '10' }])
})

test('error: line numbers count empty lines and the header, as in an editor', () => {
  expect(readBatchCsv('id,amount\n\n1,x').problems).toEqual(['Row 3, units: “x” is not a whole number.'])
})

test('error: refuses more than 50 rows, three columns and empty text', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `${index},1`).join('\n')
  expect(readBatchCsv(many(50)).rows).toHaveLength(50)
  expect(readBatchCsv(many(51))).toEqual({
    rows: [],
    problems: ['51 rows are too many. The limit is 50.'],
  })
  expect(readBatchCsv('1,2,3').problems).toEqual(['Row 1: 3 columns instead of two.'])
  expect(readBatchCsv(' \n').problems).toEqual(['There are no rows.'])
  expect(readBatchCsv('id,amount\n').problems).toEqual(['There are no rows.'])
})
