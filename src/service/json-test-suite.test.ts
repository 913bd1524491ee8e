import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { sample } from '#protocol/testing/tier.ts'
import { serviceWorld } from './testing/service-world.ts'
import { TABLE_ROWS } from './testing/table-rows.ts'

const file = z
  .object({
    bodies: z.record(z.string(), z.string()),
    repeated: z.record(z.string(), z.object({ unit: z.string(), times: z.number(), end: z.string() })),
  })
  .parse(JSON.parse(readFileSync(new URL('testing/json-test-suite.json', import.meta.url), 'utf8')))
const SUITE: [name: string, body: Buffer<ArrayBuffer>][] = [
  ...Object.entries(file.bodies).map<[string, Buffer<ArrayBuffer>]>(([name, text]) => [
    name,
    Buffer.from(text, 'base64'),
  ]),
  ...Object.entries(file.repeated).map<[string, Buffer<ArrayBuffer>]>(([name, { unit, times, end }]) => [
    name,
    Buffer.from(unit.repeat(times) + end),
  ]),
]
/** Whether a body is an empty object, which is a valid request if every field is optional. */
const isEmptyObject = (body: Buffer) => /^\s*\{\s*\}\s*$/.test(body.toString('utf8').replace('\ufeff', ''))
const SENT = SUITE.filter(([, body]) => !isEmptyObject(body))

const world = await forFile(serviceWorld.watched())

test('param: the suite is complete: 95 texts are JSON, 188 are not, 35 may be either', () => {
  const count = (start: string) => SUITE.filter(([name]) => name.startsWith(start)).length
  expect([count('y_'), count('n_'), count('i_')]).toEqual([95, 188, 35])
  expect(SUITE.length - SENT.length).toBe(2)
})

// In `npm test`, each endpoint gets a sixth of the bodies, and the next endpoint the next sixth.
const rows = TABLE_ROWS.filter(({ row }) => row.body !== undefined)
describe.each(rows.map((table, index) => ({ name: table.name, table, index })))(
  '$name',
  ({ table, index }) => {
    test('error: refuses invalid JSON as such, refuses valid JSON as an invalid request, and changes nothing', async () => {
      const before = await world.state.fingerprint()
      for (const [name, body] of sample(SENT, 6, index)) {
        const { status, code } = await world.sendBytes(table, body)
        expect(status, name).toBe(400)
        // A repeated name is valid JSON, but two parsers could use different values.
        if (name.startsWith('n_') || name.includes('duplicated_key')) expect(code, name).toBe('INVALID_JSON')
        else if (name.startsWith('y_')) expect(code, name).toBe('VALIDATION_FAILED')
      }
      expect(await world.state.fingerprint()).toBe(before)
    })
  },
)
