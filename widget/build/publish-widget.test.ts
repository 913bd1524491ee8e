import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { IS_FULL_TIER } from '#protocol/testing/tier.ts'
import { FILES, VERSION } from './file-config.ts'
import { filesOnDemand } from './files-on-demand.ts'
import { assertBudget, descriptorFiles, publishWidget } from './publish-widget.ts'

const fileSchema = z.object({ file: z.string(), integrity: z.string() })
const manifestSchema = z.looseObject({
  version: z.string(),
  files: z.record(
    z.string(),
    z.object({ integrity: z.string(), bytes: z.number(), brotliBytes: z.number() }),
  ),
})

const folders: string[] = []

async function publish(): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-widget-'))
  folders.push(folder)
  await build(publishWidget(folder))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .toSorted()
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  )
}

let files: Map<string, Buffer>
const text = (name: string) => files.get(name)?.toString('utf8') ?? ''
const manifest = () => manifestSchema.parse(JSON.parse(text('integrity.json')))

beforeAll(async () => {
  files = await publish()
})

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

const PAGE_FILES = ['module', 'script', 'pure'] as const
/** Name and hash of a kind, from the manifest. */
const named = (kind: string) => fileSchema.parse(manifest()[kind])
const onDemand = Object.keys(filesOnDemand())

test('behavior: builds independent files, the files that they load on demand, and a manifest', () => {
  const kinds = [...Object.keys(FILES), ...onDemand, 'more']
  const names = kinds.map((kind) => named(kind).file)
  const described = descriptorFiles().map(({ file }) => file)
  expect(described).toContain('descriptors/erc1155.json')
  expect([...files.keys()].toSorted()).toEqual(['integrity.json', ...names, ...described].toSorted())
  const [module, script, pure] = PAGE_FILES.map((kind) => named(kind).file)
  expect(module).toMatch(new RegExp(`^latchkey-wallet-${VERSION}-[0-9a-f]{8}\\.js$`))
  expect(script).toMatch(new RegExp(`^latchkey-wallet-${VERSION}-[0-9a-f]{8}\\.iife\\.js$`))
  expect(pure).toMatch(new RegExp(`^latchkey-pure-${VERSION}-[0-9a-f]{8}\\.js$`))
  for (const [kind, { name = `latchkey-${kind}` }] of Object.entries(filesOnDemand()))
    expect(named(kind).file).toMatch(new RegExp(`^${name}-${VERSION}-[0-9a-f]{8}\\.js$`))
  for (const [name] of files) expect(text(name)).not.toMatch(/^import |sourceMappingURL/m)
})

test('behavior: a page’s file names one other file with its hash, and every bundler leaves its loading to the browser', () => {
  for (const { file } of PAGE_FILES.map(named)) {
    expect(text(file).match(/import\(\/\*webpackIgnore:true\*\/\/\*@vite-ignore\*\//g)).toHaveLength(1)
    expect(text(file).match(/import\(/g)).toHaveLength(1)
    expect(text(file)).toContain(named('more').file)
    expect(text(file)).toContain(named('more').integrity)
  }
})

test('behavior: the list of files names every other file with its hash, and no other file loads anything', () => {
  for (const kind of onDemand) {
    expect(text(named('more').file)).toContain(`["${named(kind).file}","${named(kind).integrity}"]`)
    expect(text(named(kind).file)).not.toMatch(/import\(/)
  }
})

test('behavior: a file on demand can be loaded before it receives the kit, and does not use the kit before', async () => {
  const folder = folders[0] ?? ''
  for (const kind of [...onDemand, 'more']) {
    const module: { default: unknown } = await import(/* @vite-ignore */ join(folder, named(kind).file))
    expect(module.default, kind).toBeTypeOf('function')
  }
})

test('behavior: the manifest has the hash and the size of every file', () => {
  const { version, files: listed } = manifest()
  expect(version).toBe(VERSION)
  const hashOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`
  for (const [file, content] of files) {
    if (file === 'integrity.json') continue
    expect(listed[file], file).toMatchObject({ integrity: hashOf(content), bytes: content.length })
  }
  for (const { file, integrity } of [...Object.keys(FILES), ...onDemand, 'more'].map(named))
    expect(integrity).toBe(listed[file]?.integrity)
})

test('behavior: every file is within its budget', () => {
  const { files: listed } = manifest()
  const budgets = [...Object.entries(FILES), ...Object.entries(filesOnDemand())]
  for (const [kind, { brotliBytesMax }] of budgets)
    expect(listed[named(kind).file]?.brotliBytes, kind).toBeLessThanOrEqual(brotliBytesMax)
})

test('behavior: the files are ASCII, so they work in every page’s encoding', () => {
  for (const [name, content] of files)
    expect(
      content.every((byte) => byte < 128),
      name,
    ).toBe(true)
})

test('error: a file above the budget fails the build', () => {
  const published = { integrity: '', bytes: 1, brotliBytes: 30_001 }
  expect(() => assertBudget('file.js', published, 30_000)).toThrow(/file\.js is 30001 bytes/)
})

test.runIf(IS_FULL_TIER)('behavior: a second build produces the same bytes', async () => {
  const again = await publish()
  for (const [name, content] of files) expect(again.get(name)?.equals(content), name).toBe(true)
})

test('behavior: the files contain nothing that Trusted Types or a strict policy blocks, and no other site', () => {
  for (const { file } of PAGE_FILES.map(named)) {
    expect(text(file)).not.toMatch(
      // The widget may use `console.error` and `console.warn`, which log mistakes of the page, but no other console
      // function.
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|console\.(?!error\(|warn\()/,
    )
    const addresses = text(file).match(/https?:\/\/[^\s"'`)$]+/g) ?? []
    expect(new Set(addresses)).toEqual(new Set(['http://www.w3.org/2000/svg', 'https://wallets.example']))
  }
})
