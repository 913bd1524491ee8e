import { describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { sample } from '#protocol/testing/tier.ts'
import { serviceWorld } from './testing/service-world.ts'
import { EXAMPLE_PARAMS, fillPath, TABLE_ROWS } from './testing/table-rows.ts'
import { listFields } from './testing/watched-service.ts'

const world = await forFile(serviceWorld.watched())

const rows = TABLE_ROWS.filter(({ row }) => row.body !== undefined)
const deep = (open: string, close: string) => open.repeat(20_000) + close.repeat(20_000)
const bytes = (...values: (string | number[])[]) =>
  Buffer.concat(values.map((value) => (typeof value === 'string' ? Buffer.from(value) : Buffer.from(value))))
/** Bodies by name. `{first}` stands for the first field of the endpoint's body. */
const BODIES: [name: string, body: string | Buffer][] = [
  ['nothing', ''],
  ['a repeated name', '{"{first}":"1","{first}":"2"}'],
  ['a repeated name, once escaped', '{"{first}":"1","\\u00{hex}":"2"}'],
  ['__proto__', '{"__proto__":{"{first}":"1"}}'],
  ['an escaped __proto__', '{"\\u005f_proto__":{"{first}":"1"}}'],
  ['constructor.prototype', '{"constructor":{"prototype":{"{first}":"1"}}}'],
  ['deep arrays', deep('[', ']')],
  ['deep objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['deep within a field', `{"{first}":${deep('[', ']')}}`],
  ['many fields', `{${Array.from({ length: 10_000 }, (_, index) => `"f${index}":0`).join(',')}}`],
  ['a huge number', '{"{first}":1e999}'],
  ['a long number', `{"{first}":${'9'.repeat(100_000)}}`],
  ['a number for a string', '{"{first}":1.5}'],
  ['less than nothing', '{"{first}":-0.5}'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a string', '"{first}"'],
  ['a truncated body', '{"{first}":"'],
  ['two values', '{}{}'],
  ['a comment', '{/**/}'],
  ['a trailing comma', '{"{first}":"1",}'],
  ['NaN', '{"{first}":NaN}'],
  ['single quotes', "{'{first}':'1'}"],
  ['two byte order marks', `\ufeff\ufeff{"{first}":"1"}`],
  ['malformed UTF-8', bytes('{"{first}":"', [0xc3, 0x28, 0xff], '"}')],
  ['overlong UTF-8', bytes('{"{first}":"', [0xc0, 0x80], '"}')],
  ['UTF-16', Buffer.from('{"{first}":"1"}', 'utf16le')],
  ['a body above the limit', `{"{first}":"${'x'.repeat(262_144)}"}`],
]

// In `npm test`, each endpoint gets a quarter of the bodies and values, and the next endpoint the next quarter.
const VALUES = ['\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', 'x'.repeat(200_000), '\u202e']
describe.each(rows.map((table, index) => ({ name: table.name, table, index })))(
  '$name',
  ({ table, index }) => {
    const first = listFields(table, 'body')[0] ?? 'x'
    const hex = first.charCodeAt(0).toString(16)
    const sendRaw = (body: string | Buffer) => {
      const filled = Buffer.from(body).toString('latin1').replaceAll('{first}', first)
      const raw = Buffer.from(filled.replaceAll(`{hex}`, `${hex}${first.slice(1)}`), 'latin1')
      return world.sendBytes(table, raw)
    }

    test.each(sample(BODIES, 4, index))('error: refuses %s and changes nothing', async (_name, body) => {
      const before = await world.state.fingerprint()
      const answer = await sendRaw(body)
      expect([400, 413]).toContain(answer.status)
      expect(['INVALID_JSON', 'VALIDATION_FAILED', 'BODY_TOO_LARGE']).toContain(answer.code)
      expect(await world.state.fingerprint()).toBe(before)
    })

    test('error: a NUL, half a surrogate pair and a very long text in any field → never a 5xx', async () => {
      for (const [position, field] of listFields(table, 'body').entries()) {
        for (const value of sample(VALUES, 3, index + position)) {
          const before = await world.state.fingerprint()
          const body = { ...world.valid.get(table.name)?.body, [field]: value }
          const answer = await world.call(
            table.row.method,
            fillPath(table, { ...EXAMPLE_PARAMS, ...world.valid.get(table.name)?.params }),
            { body },
          )
          await world.checkAnswer(answer, before, table.name, table)
        }
      }
    })
  },
)

test.each([
  ['1,000 arguments', `f(${Array(1_000).fill('bool').join(',')})`, Array(1_000).fill('true')],
  ['17 arguments', `f(${Array(17).fill('bool').join(',')})`, Array(17).fill('true')],
  ['nested tuples', `f(${'('.repeat(100)}uint256${')'.repeat(100)})`, ['1']],
  ['an array type', 'f(uint256[])', ['["1"]']],
  ['more parameters than arguments', 'f(bool)', Array(1_000).fill('true')],
  ['a name without end', `${'f'.repeat(100_000)}()`, []],
  ['no parentheses', 'transfer', []],
  ['spaces', 'transfer(address, uint256)', []],
  ['a NUL', 'f\u0000()', []],
  ['another alphabet', 'trаnsfer(address,uint256)', []],
])('error: refuses a functionSignature with %s', async (_name, functionSignature, params) => {
  const before = await world.state.fingerprint()
  const { data: _, ...body } = world.valid.get('executeTransaction')?.body ?? {}
  const answer = await world.execute({ ...body, functionSignature, params })
  expect(answer.status, answer.text).toBe(400)
  expect(['CALL_INVALID', 'VALIDATION_FAILED']).toContain(answer.content.code)
  expect(await world.state.fingerprint()).toBe(before)
})
