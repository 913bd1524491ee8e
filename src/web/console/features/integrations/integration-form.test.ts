import { expect, test } from 'vitest'
import { formSchema } from './integration-form.tsx'

test('error: names each invalid origin with its line', () => {
  const origins = 'https://shop.example\nhttp://127.0.0.1:5000\nhttp://shop.example'
  const { error } = formSchema.safeParse({ label: 'Shop', origins, operations: ['create'] })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'line 2: must name a domain, such as localhost: passkeys do not work at IP addresses',
    'line 3: must use https outside localhost',
  ])
})
