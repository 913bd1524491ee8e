// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { judgeAttributes } from '#widget/attributes/judge-name.ts'
import type { WalletElement } from '#widget/files.ts'
import { connect } from './connect.ts'
import { serveHost } from './guest.ts'
import { ALONE, REFUSE } from './protocol.ts'

/** The messages to the page around this one. */
let said: unknown[][] = []

beforeEach(() => {
  said = []
  vi.stubGlobal('parent', { postMessage: (...words: unknown[]) => void said.push(words) })
  vi.stubGlobal('location', { hash: '', ancestorOrigins: ['https://shop.example'] })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

function createElement(attributes: Record<string, string>): WalletElement {
  const element = document.createElement('div')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return Object.assign(element, { getToken: undefined, token: '', call: null, message: null, restart() {} })
}

test.each<[attributes: Record<string, string>, says: string]>([
  [{}, 'it is missing, so that the page around this one sets no flow'],
  [{ 'parent-origins': ' ' }, 'it is empty: name the origin of the page around this one'],
  [{ 'parent-origins': 'https://other.example' }, 'https://shop.example is not among them'],
  [{ 'parent-origins': 'shop.example' }, 'shop.example must be written as browsers do'],
])(
  'error: a framed page with %j → names parent-origins, and notifies the outer page',
  async (attributes, says) => {
    await expect(connect(createElement(attributes))).rejects.toThrow(`CONFIGURATION: parent-origins: ${says}`)
    expect(said).toEqual([[REFUSE, '*']])
  },
)

test('behavior: a framed page with its own flow and no parent-origins → continues, and notifies the outer page', async () => {
  expect(await connect(createElement({ flow: 'create' }))).toBeUndefined()
  expect(said).toEqual([[ALONE, '*']])
})

test.each<[unknown: unknown, heard: string[]]>([
  [
    ['recipient', 'chain-id'],
    ['recipient', 'chain-id'],
  ],
  [['to', 5, { toString: null }], ['to']],
  [Array.from({ length: 10_000 }, () => 'x'), Array.from({ length: 50 }, () => 'x')],
  ['recipient', []],
  [undefined, []],
])('param: the host’s unknown attributes %j', async (unknown, heard) => {
  const { port1, port2 } = new MessageChannel()
  const facts: unknown[] = []
  const served = serveHost(
    createElement({}),
    port2,
    () => {},
    (heardOf) => facts.push(heardOf.unknown),
  )
  port1.postMessage({ kind: 'settings', attributes: {}, unknown })
  await served
  expect(facts).toEqual([heard])
  port1.close()
  port2.close()
})

test.each([
  ['recipient', 'recipient is not known to <latchkey-frame>: use to'],
  ['token', 'token is not known to <latchkey-frame>: use token-address'],
  ['chain-id', 'chain-id is an attribute of <latchkey-wallet>, in the page of the frame'],
  ['api-url', 'api-url is an attribute of <latchkey-wallet>, in the page of the frame'],
  ['call', 'call is a property, not an attribute: set it by code'],
])('error: %s of the host → rejected in the frame', (name, says) => {
  expect(() => judgeAttributes([name], 'frame')).toThrow(`CONFIGURATION: ${says}`)
})
