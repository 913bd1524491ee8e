import { expect, test } from 'vitest'
import { readOriginLines } from './origin-lines.ts'

test.each([
  ['', []],
  ['  \n ', []],
  ['https://a.example', ['https://a.example']],
  ['https://a.example/\n\n https://b.example:8443 ', ['https://a.example', 'https://b.example:8443']],
  ['https://a.example, https://b.example', ['https://a.example', 'https://b.example']],
  ['https://a.example/path', ['https://a.example/path']],
])('param: reads %j', (text, origins) => {
  expect(readOriginLines(text)).toEqual(origins)
})
