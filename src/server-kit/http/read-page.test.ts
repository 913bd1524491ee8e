import { describe, expect, test } from 'vitest'
import { pageLimit } from './read-page.ts'

describe('pageLimit', () => {
  test.each([
    [undefined, 50],
    ['1', 1],
    ['0', 1],
    ['200', 200],
    ['9999', 200],
  ])('param: %j → %i', (asked, rows) => expect(pageLimit(asked)).toBe(rows))
})
