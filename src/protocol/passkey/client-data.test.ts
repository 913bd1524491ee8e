import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catchError } from '#protocol/testing/outcome.ts'
import { ClientDataError, findIndexes, parseClientData } from './client-data.ts'

const CHALLENGE = 'OcDnUhQXulTUPo3JUXT0I97pvzzYBP9tZchXyav01Ag'
const usual = `{"type":"webauthn.get","challenge":"${CHALLENGE}","origin":"https://example.org","crossOrigin":false}`
const firefox = `{"challenge":"${CHALLENGE}","origin":"https://example.org","type":"webauthn.get"}`

describe('findIndexes', () => {
  test('behavior: the usual order → 23 and 1, other indexes for Firefox’s order', () => {
    expect(findIndexes(usual)).toEqual({ challengeIndex: 23n, typeIndex: 1n })
    expect(findIndexes(firefox)).toEqual({ challengeIndex: 1n, typeIndex: BigInt(firefox.indexOf('"type"')) })
  })

  test('behavior: the offsets count bytes, in any order and with any other members', () => {
    const name = fc
      .string({ unit: 'binary', maxLength: 8 })
      .filter((text) => !['type', 'challenge'].includes(text))
    const others = fc.uniqueArray(fc.tuple(name, fc.jsonValue({ maxDepth: 3 })), { selector: ([key]) => key })
    fc.assert(
      fc.property(others, fc.nat(), fc.nat(), (members, one, two) => {
        const written = members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
        written.splice(one % (written.length + 1), 0, '"type":"webauthn.get"')
        written.splice(two % (written.length + 1), 0, `"challenge":"${CHALLENGE}"`)
        const bytes = Buffer.from(`{${written.join(',')}}`)
        const { challengeIndex, typeIndex } = findIndexes(bytes.toString())
        const at = (index: bigint, text: string) => bytes.subarray(Number(index)).toString().startsWith(text)
        expect(at(challengeIndex, `"challenge":"${CHALLENGE}"`)).toBe(true)
        expect(at(typeIndex, '"type":"webauthn.get"')).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  test.each([
    ['in a nested object', `{"a":{"type":"webauthn.get","challenge":"x"},`],
    ['in an array', `{"a":[{"challenge":"x","type":"y"}],`],
    ['in a text', `{"a":"\\"challenge\\":\\"x\\",\\"type\\":\\"y\\"",`],
    ['in a text after a backslash', `{"a":"\\\\","b":"\\\\\\"challenge\\":",`],
    ['as a value', `{"a":"challenge","b":"type",`],
    ['beyond ASCII', `{"ä😀":"challenge",`],
    ['in a longer name', `{"xtype":"a","challenge2":"b",`],
  ])('behavior: ignores a decoy %s', (_, start) => {
    const json = `${start}"type":"webauthn.get","challenge":"${CHALLENGE}","origin":"https://example.org"}`
    const bytes = Buffer.from(json)
    expect(findIndexes(json)).toEqual({
      typeIndex: BigInt(bytes.lastIndexOf('"type":"webauthn.get"')),
      challengeIndex: BigInt(bytes.lastIndexOf(`"challenge":"${CHALLENGE}"`)),
    })
  })

  test.each([
    ['only nested', `{"a":${usual}}`, 'must have "challenge":" followed by its text'],
    ['no challenge', '{"type":"webauthn.get"}', 'must have "challenge":" followed by its text'],
    ['no type', `{"challenge":"${CHALLENGE}"}`, 'must have "type":" followed by its text'],
    [
      'a challenge that is no text',
      '{"type":"webauthn.get","challenge":1}',
      'must have "challenge":" followed by its text',
    ],
    [
      'space after the colon',
      `{"type": "webauthn.get","challenge":"${CHALLENGE}"}`,
      'must have "type":" followed by its text',
    ],
    [
      'space before the colon',
      `{"type":"webauthn.get","challenge" :"${CHALLENGE}"}`,
      'must have "challenge":" followed by its text',
    ],
    [
      'an escaped name',
      `{"t\\u0079pe":"webauthn.get","challenge":"${CHALLENGE}"}`,
      'must have "type":" followed by its text',
    ],
    [
      'a member twice',
      `{"type":"webauthn.get","challenge":"x","challenge":"${CHALLENGE}"}`,
      'repeats a member',
    ],
    [
      'a member twice, once escaped',
      `{"type":"webauthn.get","challenge":"x","chall\\u0065nge":"${CHALLENGE}"}`,
      'repeats a member',
    ],
    [
      'another member twice',
      `{"a":1,"a":2,"type":"webauthn.get","challenge":"${CHALLENGE}"}`,
      'repeats a member',
    ],
    ['text after the object', `${usual} x`, 'must be JSON'],
    ['an array', `[${usual}]`, 'must be a JSON object'],
    ['null', 'null', 'must be a JSON object'],
    ['a text', '"type"', 'must be a JSON object'],
    ['nothing', '', 'must be JSON'],
    ['a byte order mark', `\ufeff${usual}`, 'must be JSON'],
  ])('error: refuses %s', (_, json, problem) => {
    const error = catchError(() => findIndexes(json))
    expect(error).toBeInstanceOf(ClientDataError)
    expect(error).toMatchObject({ name: 'ClientDataError', message: `clientDataJSON ${problem}` })
    expect(Reflect.get(Object(error), 'cause') instanceof SyntaxError).toBe(problem === 'must be JSON')
  })
})

describe('parseClientData', () => {
  test('behavior: reads the known members and ignores others', () => {
    expect(parseClientData(usual)).toStrictEqual({
      type: 'webauthn.get',
      challenge: CHALLENGE,
      origin: 'https://example.org',
      crossOrigin: false,
    })
    expect(parseClientData(firefox)).toStrictEqual({
      type: 'webauthn.get',
      challenge: CHALLENGE,
      origin: 'https://example.org',
    })
    const framed = usual.replace(
      'false}',
      'true,"topOrigin":"https://top.example","other_keys_can_be_added_here":"x"}',
    )
    expect(parseClientData(framed)).toMatchObject({ crossOrigin: true, topOrigin: 'https://top.example' })
  })

  test.each([
    ['crossOrigin', usual.replace('false', 'null')],
    ['topOrigin', usual.replace('}', ',"topOrigin":null}')],
  ])('behavior: null for %s is the same as undefined', (name, json) => {
    expect(parseClientData(json)).not.toHaveProperty(name)
  })

  test('behavior: a member named __proto__ is an ordinary member', () => {
    expect(parseClientData(usual.replace('{', '{"__proto__":{"type":"x"},'))).toMatchObject({
      type: 'webauthn.get',
    })
    expect(() => parseClientData('{"__proto__":{"type":"a","challenge":"b","origin":"c"}}')).toThrow(
      'type must be',
    )
  })

  test.each([
    ['type', usual.replace('"webauthn.get"', '1')],
    ['challenge', usual.replace(`"${CHALLENGE}"`, 'null')],
    ['challenge', usual.replace(`"${CHALLENGE}"`, `["${CHALLENGE}"]`)],
    ['origin', usual.replace('"https://example.org"', '{}')],
    ['origin', usual.replace('"origin"', '"Origin"')],
    ['crossOrigin', usual.replace('false', '"false"')],
    ['crossOrigin', usual.replace('false', '0')],
    ['topOrigin', usual.replace('}', ',"topOrigin":["https://top.example"]}')],
  ])('error: names %s of a wrong type', (name, json) => {
    const expected = name === 'crossOrigin' ? 'true or false' : 'a string'
    expect(() => parseClientData(json)).toThrow(
      new ClientDataError(`clientDataJSON: ${name} must be ${expected}`),
    )
  })

  test.each([
    ['a member twice', usual.replace('}', ',"origin":"https://evil.example"}')],
    ['no JSON', usual.slice(0, -1)],
    ['single quotes', usual.replaceAll('"', "'")],
    ['a trailing comma', usual.replace('}', ',}')],
    ['a control character', usual.replace('example', 'exa\nmple')],
  ])('error: refuses %s', (_, json) => {
    expect(() => parseClientData(json)).toThrow(ClientDataError)
  })

  // `npm run bench -- limits` measures the time.
  test('param: reads deep nesting and almost 8 kB', () => {
    const deep = `{"a":${'['.repeat(3_500)}${']'.repeat(3_500)},${usual.slice(1)}`
    const long = usual.replace('}', `,"b":"${'\\"'.repeat(4_000)}"}`)
    expect(findIndexes(deep).typeIndex).toBe(BigInt(deep.indexOf('"type"')))
    expect(findIndexes(long).typeIndex).toBe(1n)
  })
})
