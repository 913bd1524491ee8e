import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { asciiOnly } from './ascii-only.ts'
import {
  builtName,
  fileConfig,
  OUT_DIR,
  publishedName,
  ROOT,
  VERSION,
  type CallsFile,
  type FileKind,
} from './file-config.ts'
import { leftToTheBrowser } from './left-to-the-browser.ts'
import { assertBudget, CALLS_BROTLI_BYTES_MAX, measure, type Published } from './measure.ts'
import { onlyOwnModules } from './only-own-modules.ts'
import { pruneTokens } from './prune-tokens.ts'

/**
 * Around the first file: builds before it the file for further calls, whose hash goes into all others, and after it
 * the others into the same folder; writes the manifest, and fails above a budget.
 */
export function publishWidget(outDir = OUT_DIR): Plugin[] {
  let code = ''
  let calls: CallsFile | undefined
  return [
    ...everyFile(),
    {
      name: 'latchkey:publish-widget',
      apply: 'build',
      async config() {
        code = await buildCalls()
        const content = Buffer.from(code)
        calls = [publishedName('calls', content), measure(content).integrity]
        return { define: fileConfig('module', outDir, calls).define ?? {} }
      },
      async closeBundle(error) {
        if (error !== undefined) return
        for (const name of ['script', 'pure'] as const) {
          await build({
            ...fileConfig(name, outDir, calls),
            configFile: false,
            plugins: everyFile(),
          })
        }
        const folder = resolve(ROOT, outDir)
        writeFileSync(join(folder, builtName('calls')), code)
        publish(folder)
      },
    },
  ]
}

/** The code for further calls; it is written when the folder has been emptied. */
async function buildCalls(): Promise<string> {
  const config = fileConfig('calls')
  const built = await build({
    ...config,
    build: { ...config.build, write: false },
    configFile: false,
    plugins: everyFile(),
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  const chunk = bundle !== undefined && 'output' in bundle ? bundle.output[0] : undefined
  if (chunk === undefined) throw new Error('the file for further calls was not built')
  return chunk.code
}

/** What every file goes through. */
function everyFile(): Plugin[] {
  return [pruneTokens(), onlyOwnModules(), leftToTheBrowser(), asciiOnly()]
}

const KINDS: readonly FileKind[] = ['module', 'script', 'pure', 'calls']

/**
 * Gives the files their published names and writes `integrity.json`: `files` by name, and for each kind its file and
 * hash. The manifest is the one file whose name stays, and is never cached.
 */
function publish(folder: string): void {
  const files: Record<string, Published> = {}
  const kinds: Partial<Record<FileKind, { file: string; integrity: string }>> = {}
  for (const kind of KINDS) {
    const built = join(folder, builtName(kind))
    const content = readFileSync(built)
    const file = publishedName(kind, content)
    const published = measure(content)
    assertBudget(file, published, kind === 'calls' ? CALLS_BROTLI_BYTES_MAX : undefined)
    renameSync(built, join(folder, file))
    files[file] = published
    kinds[kind] = { file, integrity: published.integrity }
  }
  const manifest = { version: VERSION, ...kinds, files }
  writeFileSync(join(folder, 'integrity.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
