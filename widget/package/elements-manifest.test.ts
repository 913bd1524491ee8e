import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { namesFor } from '#widget/attributes/attributes.ts'
import { ROOT } from '#widget/build/file-config.ts'
import { GUEST_EVENTS } from '#widget/frame/protocol.ts'
import { LatchkeyWalletElement } from '#widget/index.ts'
import { elementsManifest, readElements, type ElementDeclaration } from './elements-manifest.ts'
import { parseDeclarations } from './parse-declarations.ts'

let element: ElementDeclaration
let frame: ElementDeclaration
const source = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const sorted = (names: readonly string[]) => names.toSorted()

beforeAll(() => {
  ;[element, frame] = readElements().map(({ declaration }) => declaration) as [
    ElementDeclaration,
    ElementDeclaration,
  ]
})

test('behavior: the manifest lists exactly the attributes of the table, and the element observes those that restart it', () => {
  expect(sorted(element.attributes.map(({ name }) => name))).toEqual(sorted(namesFor('wallet')))
  // Pinned attributes are read at each confirmation, and `parent-origins` only once.
  const unobserved = ['theme', 'token-decimals', 'token-symbol', 'max-fee', 'parent-origins']
  expect(sorted([...LatchkeyWalletElement.observedAttributes, ...unobserved])).toEqual(
    sorted(namesFor('wallet')),
  )
})

/** The names in the first column of a page's table that starts with `header`. */
function documentedNames(path: string, header: string): string[] {
  const lines = source(path).split('\n')
  const rows = lines.slice(lines.findIndex((line) => line.startsWith(header)) + 2)
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) => /^\| `([a-z-]+)`/.exec(line)?.[1] ?? line)
}

test('behavior: the document’s table for each element lists the attributes in the code', () => {
  expect(sorted(documentedNames('docs/widget-attributes.md', '| attribute | flow |'))).toEqual(
    sorted(namesFor('wallet')),
  )
  const ofFrame = documentedNames('docs/widget-frame.md', '| attribute of `<latchkey-frame>` |')
  expect(sorted(ofFrame)).toEqual(sorted(namesFor('frame')))
})

test('behavior: the document’s table and the React types have each prop of LatchkeyFrame', () => {
  const types = source('widget/react/attributes.ts')
  for (const name of namesFor('frame')) {
    const prop = name.replaceAll(/-[a-z]/g, (letters) => letters.slice(1).toUpperCase())
    expect(source('docs/widget-frame.md')).toContain(`| \`${name}\` | \`${prop}\` |`)
    expect(
      types.split('\n').some((line) => line.startsWith(`  ${prop}: `) || line.startsWith(`  ${prop}?: `)),
    ).toBe(true)
  }
})

test('behavior: the manifest lists exactly the existing events', () => {
  const events = source('widget/events.ts')
  const named = [...events.matchAll(/^ {2}'(latchkey-[a-z-]+)': /gm)].map(([, name = '']) => name)
  const outcomes = [
    'held',
    'approved',
    'submitted',
    'confirmed',
    'declined',
    'expired',
    'failed',
    'withdrawn',
  ]
  const all = [...named, ...outcomes.map((name) => `latchkey-${name}`)]
  expect(sorted(element.events.map(({ name }) => name))).toEqual(sorted(all))
})

test('behavior: every public member of the class is listed and described', () => {
  const names = element.members.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['token', 'getToken', 'call', 'restart', 'cancel']))
  expect(names.filter((name) => !(name in LatchkeyWalletElement.prototype))).toEqual(['descriptors'])
  for (const { name, description } of [...element.members, ...element.attributes, ...element.events])
    expect(description, name).not.toBe('')
})

test('behavior: the listed parts are those that the screens use', () => {
  expect(element.cssParts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['base', 'card', 'confirm']),
  )
})

test('behavior: for the frame, it lists the forwarded attributes and every event, none of them cancelable', () => {
  const names = frame.attributes.map(({ name }) => name)
  expect(sorted(names)).toEqual(sorted(namesFor('frame')))
  expect(sorted(frame.events.map(({ name }) => name))).toEqual(sorted([...GUEST_EVENTS.keys()]))
  expect(frame.events.filter(({ description }) => description.includes('cancelable'))).toEqual([])
  expect(frame.members.map(({ name }) => name).toSorted()).toEqual(['call', 'getToken', 'message', 'restart'])
  for (const { name, description } of [...frame.members, ...frame.attributes])
    expect(description, name).not.toBe('')
})

test('behavior: the manifest names the import that defines each element', () => {
  const definition = (name: string) => [{ kind: 'custom-element-definition', name }]
  expect(elementsManifest(readElements())).toMatchObject({
    schemaVersion: '1.0.0',
    modules: [
      { path: 'index.js', declarations: [{ tagName: 'latchkey-wallet', customElement: true }] },
      { path: 'define.js', exports: definition('latchkey-wallet') },
      { path: 'frame.js', declarations: [{ tagName: 'latchkey-frame', customElement: true }] },
      { path: 'define-frame.js', exports: definition('latchkey-frame') },
    ],
  })
})

test('behavior: splits declarations into declared, imported and re-exported names', () => {
  const found = parseDeclarations(
    'a.d.ts',
    `import type { Hex } from 'viem';
import * as z from 'zod/mini';
/** One. */
export type One = { hex: Hex };
declare const two: z.Thing;
declare global { interface Window { one: One } }
export { two as three };
export { four, type Five } from './other.ts';
`,
  )
  expect(found.statements.map(({ names }) => names)).toEqual([['One'], ['two'], []])
  expect(found.statements[0]).toMatchObject({
    text: '/** One. */\nexport type One = { hex: Hex };',
    isExported: true,
  })
  expect(found.statements[0]?.mentions).toContain('Hex')
  expect([...found.imported]).toEqual([
    ['Hex', { from: 'viem', name: 'Hex' }],
    ['z', { from: 'zod/mini', name: '*' }],
  ])
  expect([...found.exported]).toEqual([
    ['One', 'One'],
    ['three', 'two'],
  ])
  expect([...found.reExported.keys()]).toEqual(['four', 'Five'])
})

test('behavior: the document names every attribute, property, event and part', () => {
  const document = readdirSync(join(ROOT, 'docs'))
    .filter((name) => /^widget.*\.md$/.test(name))
    .map((name) => source(`docs/${name}`))
    .join('\n')
  const { attributes, members, events, slots, cssParts } = element
  const all = [attributes, members, events, slots, cssParts, frame.attributes, frame.members]
  const names = all.flat().map(({ name }) => name)
  const missing = names.filter((name) => !new RegExp(`[\`\\s,]${name}[\`:(\\s,]`).test(document))
  expect(missing).toEqual([])
})
