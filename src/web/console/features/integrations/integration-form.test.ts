import { expect, test } from 'vitest'
import { formSchema, originsOfText } from './integration-form.tsx'

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

test('error: names each invalid origin with its line', () => {
  const origins = 'https://shop.example\nhttp://127.0.0.1:5000\nhttp://shop.example'
  const { error } = formSchema.safeParse({ label: 'Shop', origins, operations: ['create'] })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'line 2: must name a domain, such as localhost: passkeys do not work at IP addresses',
    'line 3: must use https outside localhost',
  ])
})
