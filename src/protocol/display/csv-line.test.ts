import { describe, expect, test } from 'vitest'
import { csvLine } from './csv-line.ts'

describe('csvLine', () => {
  test.each([
    [['a', '', 'c'], 'a,,c\r\n'],
    [['a,b', 'say "no"', 'two\nlines'], '"a,b","say ""no""","two\nlines"\r\n'],
    [['ä🔑', '0x12', '12'], 'ä🔑,0x12,12\r\n'],
  ])('param: %j', (fields, line) => {
    expect(csvLine(fields)).toBe(line)
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('error: %j is no formula any more', (text) => {
    expect(csvLine([text])).toBe(`'${text}\r\n`)
  })
})
