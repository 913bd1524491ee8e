import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fileConfig, VERSION } from './file-config.ts'
import { assertBudget, BROTLI_BYTES_MAX, CALLS_BROTLI_BYTES_MAX } from './measure.ts'
import { publishWidget } from './publish-widget.ts'

const fileSchema = z.object({ file: z.string(), integrity: z.string() })
const manifestSchema = z.object({
  version: z.string(),
  module: fileSchema,
  script: fileSchema,
  pure: fileSchema,
  calls: fileSchema,
  files: z.record(
    z.string(),
    z.object({ integrity: z.string(), bytes: z.number(), brotliBytes: z.number() }),
  ),
})

const folders: string[] = []

async function publish(): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-widget-'))
  folders.push(folder)
  const config = fileConfig('module', folder)
  await build({ ...config, configFile: false, plugins: [publishWidget(folder)] })
  const names = (await readdir(folder)).toSorted()
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

test('behavior: three files that stand alone, one for further calls, and a manifest', () => {
  const { module, script, pure, calls } = manifest()
  const names = [module, script, pure, calls].map(({ file }) => file)
  expect([...files.keys()].toSorted()).toEqual(['integrity.json', ...names].toSorted())
  expect(module.file).toMatch(new RegExp(`^latchkey-wallet-${VERSION}-[0-9a-f]{8}\\.js$`))
  expect(script.file).toMatch(new RegExp(`^latchkey-wallet-${VERSION}-[0-9a-f]{8}\\.iife\\.js$`))
  expect(pure.file).toMatch(new RegExp(`^latchkey-pure-${VERSION}-[0-9a-f]{8}\\.js$`))
  expect(calls.file).toMatch(new RegExp(`^latchkey-calls-${VERSION}-[0-9a-f]{8}\\.js$`))
  for (const [name] of files) expect(text(name)).not.toMatch(/^import |sourceMappingURL/m)
})

test('behavior: each file loads one other, by its name and hash, and leaves it to the browser whatever bundles it', () => {
  const { module, script, pure, calls } = manifest()
  for (const { file } of [module, script, pure]) {
    expect(text(file).match(/import\(\/\*webpackIgnore:true\*\/\/\*@vite-ignore\*\//g)).toHaveLength(1)
    expect(text(file).match(/import\(/g)).toHaveLength(1)
    expect(text(file)).toContain(calls.file)
    expect(text(file)).toContain(calls.integrity)
  }
  expect(text(calls.file)).not.toMatch(/import\(/)
})

test('behavior: the manifest has the hash and the size of every file', () => {
  const { version, module, script, pure, calls, files: listed } = manifest()
  expect(version).toBe(VERSION)
  for (const { file, integrity } of [module, script, pure, calls]) {
    const content = files.get(file) ?? Buffer.alloc(0)
    expect(integrity).toBe(`sha384-${createHash('sha384').update(content).digest('base64')}`)
    expect(listed[file]).toMatchObject({ integrity, bytes: content.length })
  }
})

test('behavior: every file is within the budget', () => {
  const { calls, files: listed } = manifest()
  for (const [name, { brotliBytes }] of Object.entries(listed)) {
    const max = name === calls.file ? CALLS_BROTLI_BYTES_MAX : BROTLI_BYTES_MAX
    expect(brotliBytes).toBeLessThanOrEqual(max)
  }
})

test('behavior: the files are ASCII, so that no page’s encoding can change them', () => {
  for (const [name, content] of files)
    expect(
      content.every((byte) => byte < 128),
      name,
    ).toBe(true)
})

test('error: a file above the budget fails the build', () => {
  const published = { integrity: '', bytes: 1, brotliBytes: BROTLI_BYTES_MAX + 1 }
  expect(() => assertBudget('file.js', published)).toThrow(/file\.js is 30001 bytes/)
})

test('behavior: a second build gives the same bytes', async () => {
  const again = await publish()
  for (const [name, content] of files) expect(again.get(name)?.equals(content), name).toBe(true)
})

test('behavior: nothing that Trusted Types or a strict policy refuses, and no other site, is in it', () => {
  for (const name of [manifest().module, manifest().script, manifest().pure].map(({ file }) => file)) {
    expect(text(name)).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|console\./,
    )
    const addresses = text(name).match(/https?:\/\/[^\s"'`)]+/g) ?? []
    expect(new Set(addresses)).toEqual(new Set(['http://www.w3.org/2000/svg', 'https://wallets.example']))
  }
})
