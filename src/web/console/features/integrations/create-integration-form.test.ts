import { expect, test } from 'vitest'
import { originsOfText } from './create-integration-form.tsx'

test.each([
  ['', []],
  ['  \n ', []],
  ['https://a.example', ['https://a.example']],
  ['https://a.example/\n\n https://b.example:8443 ', ['https://a.example', 'https://b.example:8443']],
  ['https://a.example, https://b.example', ['https://a.example', 'https://b.example']],
  ['https://a.example/path', ['https://a.example/path']],
])('param: reads %j', (text, origins) => {
  expect(originsOfText(text)).toEqual(origins)
})
