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

  test.each([
    ['=1+1', `'=1+1`],
    ['+1', `'+1`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\tx', `"'\tx"`],
    ['x;=1+1', `"x;'=1+1"`],
    ['x\t=1+1', `"x\t'=1+1"`],
    ['\t=1+1', `"'\t'=1+1"`],
    ['x\n@SUM(A1)', `"x\n'@SUM(A1)"`],
    ['x;"=1+1"', `"x;'""=1+1"""`],
    ['x; y', '"x; y"'],
    ['1;2-3', '"1;2-3"'],
  ])('error: %j is no formula, whichever character ends a cell', (text, written) => {
    expect(csvLine([text])).toBe(`${written}\r\n`)
  })
})
