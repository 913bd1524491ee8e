import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fileConfig, VERSION } from './file-config.ts'
import { assertBudget, BROTLI_BYTES_MAX } from './measure.ts'
import { publishWidget } from './publish-widget.ts'

const fileSchema = z.object({ file: z.string(), integrity: z.string() })
const manifestSchema = z.object({
  version: z.string(),
  module: fileSchema,
  script: fileSchema,
  pure: fileSchema,
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

test('behavior: three files that stand alone, and a manifest', () => {
  const { module, script, pure } = manifest()
  const names = [module, script, pure].map(({ file }) => file)
  expect([...files.keys()].toSorted()).toEqual(['integrity.json', ...names].toSorted())
  expect(module.file).toMatch(new RegExp(`^latchkey-wallet-${VERSION}-[0-9a-f]{8}\\.js$`))
  expect(script.file).toMatch(new RegExp(`^latchkey-wallet-${VERSION}-[0-9a-f]{8}\\.iife\\.js$`))
  expect(pure.file).toMatch(new RegExp(`^latchkey-pure-${VERSION}-[0-9a-f]{8}\\.js$`))
  for (const [name] of files) expect(text(name)).not.toMatch(/^import |import\(|sourceMappingURL/m)
})

test('behavior: the manifest has the hash and the size of every file', () => {
  const { version, module, script, pure, files: listed } = manifest()
  expect(version).toBe(VERSION)
  for (const { file, integrity } of [module, script, pure]) {
    const content = files.get(file) ?? Buffer.alloc(0)
    expect(integrity).toBe(`sha384-${createHash('sha384').update(content).digest('base64')}`)
    expect(listed[file]).toMatchObject({ integrity, bytes: content.length })
  }
})

test('behavior: every file is within the budget', () => {
  for (const { brotliBytes } of Object.values(manifest().files)) {
    expect(brotliBytes).toBeLessThanOrEqual(BROTLI_BYTES_MAX)
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
  for (const name of [manifest().module.file, manifest().script.file, manifest().pure.file]) {
    expect(text(name)).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|console\./,
    )
    const addresses = text(name).match(/https?:\/\/[^\s"'`)]+/g) ?? []
    expect(new Set(addresses)).toEqual(new Set(['http://www.w3.org/2000/svg', 'https://wallets.example']))
  }
})
