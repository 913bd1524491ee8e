import { expect, test } from 'vitest'
import { readJsonBody, readOptionalJson } from './read-body.ts'

const post = (body: string) =>
  new Request('http://localhost', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(body),
  })

test('behavior: ignores a byte order mark before the JSON', async () => {
  expect(await readJsonBody(post('\ufeff{"a":"\ufeff"}'))).toEqual({ a: '\ufeff' })
  expect(await readOptionalJson(post('\ufeff{"a":1}'))).toEqual({ a: 1 })
})

test.each(['\ufeff', '\ufeff\ufeff{}', '{\ufeff}'])('error: %j → INVALID_JSON', async (body) => {
  await expect(readJsonBody(post(body))).rejects.toMatchObject({ code: 'INVALID_JSON' })
})
