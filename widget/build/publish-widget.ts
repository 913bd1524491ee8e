import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { InlineConfig, Plugin } from 'vite'
import { buildFile, buildOnDemand, everyFile } from './build-file.ts'
import {
  fileConfig,
  FILES,
  OUT_DIR,
  publishedName,
  ROOT,
  VERSION,
  type FileKind,
  type NamedFile,
} from './file-config.ts'
import { filesOnDemand } from './files-on-demand.ts'

/** A built file that is not written yet. */
type Ready = { kind: string; file: string; content: Buffer; published: Published; brotliBytesMax: number }

/**
 * Builds the widget separately from the console. The files on demand and their list are built first, because
 * the main file contains the list's name and hash. Then Vite empties the folder and builds the main file. The
 * files that name the main file come last. All files get their published names at the end.
 */
export function publishWidget(outDir = OUT_DIR): InlineConfig {
  let onDemand: Ready[] = []
  const known = () => ({ LATCHKEY_MORE: findNamed(onDemand, MORE) })
  const config = fileConfig(FILES.module)
  return {
    ...config,
    build: { ...config.build, write: true, emptyOutDir: true, outDir },
    plugins: [
      ...everyFile(),
      {
        name: 'latchkey:publish-widget',
        apply: 'build',
        async config() {
          onDemand = await buildAllOnDemand()
          return { define: fileConfig(FILES.module, known()).define ?? {} }
        },
        async closeBundle(error) {
          if (error !== undefined) return
          const folder = resolve(ROOT, outDir)
          const built = join(folder, 'file.js')
          const code = readFileSync(built, 'utf8')
          rmSync(built)
          publish(folder, [...(await buildOthers(code, known())), ...onDemand])
        },
      } satisfies Plugin,
    ],
  }
}

/** The file with the names and hashes of the other files on demand. The main file knows only this one. */
const MORE = 'more'

async function buildAllOnDemand(): Promise<Ready[]> {
  const files: Ready[] = []
  for (const [kind, file] of Object.entries(filesOnDemand()))
    files.push(ready(kind, await buildOnDemand(file.entry), file))
  const table = Object.fromEntries(files.map(({ kind }) => [kind, findNamed(files, kind)]))
  return [...files, ready(MORE, `export default()=>(${JSON.stringify(table)})`, { brotliBytesMax: 2_000 })]
}

async function buildOthers(code: string, known: { LATCHKEY_MORE: NamedFile }): Promise<Ready[]> {
  const own = (kind: FileKind, text: string) => ready(kind, text, FILES[kind])
  const module = own('module', code)
  const main = { LATCHKEY_MAIN: findNamed([module], 'module') }
  return [
    module,
    own('script', await buildFile('script', known)),
    own('pure', await buildFile('pure', known)),
    own('core', await buildFile('core', {})),
    own('loader', await buildFile('loader', main)),
    own('frameHost', await buildFile('frameHost', {})),
    own('provider', await buildFile('provider', main)),
    own('x402', await buildFile('x402', {})),
  ]
}

type About = { name?: string; extension?: string; brotliBytesMax: number }

function ready(kind: string, code: string, about: About): Ready {
  const { name = `latchkey-${kind}`, extension, brotliBytesMax } = about
  const content = Buffer.from(code)
  const file = publishedName(name, content, extension)
  return { kind, file, content, published: measure(content), brotliBytesMax }
}

function findNamed(files: readonly Ready[], wanted: string): NamedFile {
  const found = files.find(({ kind }) => kind === wanted)
  if (found === undefined) throw new Error(`the file ${wanted} was not built`)
  return [found.file, found.published.integrity]
}

/**
 * Writes the files and `integrity.json`, which has `files` by name, and the file and hash of each kind. Only
 * the manifest and the descriptors have stable names and are revalidated.
 *
 * @throws Error if a file is above its budget
 */
function publish(folder: string, ready: readonly Ready[]): void {
  const kinds: Record<string, { file: string; integrity: string }> = {}
  const files: Record<string, Published> = {}
  for (const { kind, file, content, published } of ready) {
    writeFileSync(join(folder, file), content)
    files[file] = published
    kinds[kind] = { file, integrity: published.integrity }
  }
  mkdirSync(join(folder, DESCRIPTORS), { recursive: true })
  for (const { file, content } of descriptorFiles()) {
    writeFileSync(join(folder, file), content)
    files[file] = measure(content)
  }
  const manifest = { version: VERSION, ...kinds, files }
  writeFileSync(join(folder, 'integrity.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const { file, published, brotliBytesMax } of ready) assertBudget(file, published, brotliBytesMax)
}

/** Size and hash of a published file. `integrity` is the value for the attribute of that name. */
type Published = { integrity: string; bytes: number; brotliBytes: number }

/** Computes the hash and sizes of a file's content. */
function measure(content: Uint8Array): Published {
  const compressed = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  })
  return {
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    bytes: content.length,
    brotliBytes: compressed.length,
  }
}

/** Throws if a file is above its budget, with both sizes in the message. */
export function assertBudget(name: string, { brotliBytes }: Published, max: number): void {
  if (brotliBytes > max) {
    throw new Error(`${name} is ${brotliBytes} bytes (brotli), and at most ${max} are allowed`)
  }
}

/** Folder of the descriptors, below that of the published files. */
const DESCRIPTORS = 'descriptors'

/** Our published descriptors for the standards. Integrators can use them as templates for their contracts. */
export function descriptorFiles(): { file: string; content: Buffer }[] {
  const folder = join(ROOT, 'widget', DESCRIPTORS)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => ({ file: `${DESCRIPTORS}/${name}`, content: readFileSync(join(folder, name)) }))
}
