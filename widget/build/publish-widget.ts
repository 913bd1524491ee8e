import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { asciiOnly } from './ascii-only.ts'
import { builtName, fileConfig, OUT_DIR, publishedName, ROOT, VERSION, type FileKind } from './file-config.ts'
import { assertBudget, measure, type Published } from './measure.ts'
import { onlyOwnModules } from './only-own-modules.ts'
import { pruneTokens } from './prune-tokens.ts'

/** After the first file: builds the others into the same folder, writes the manifest, and fails above the budget. */
export function publishWidget(outDir = OUT_DIR): Plugin[] {
  return [
    ...everyFile(),
    {
      name: 'latchkey:publish-widget',
      apply: 'build',
      async closeBundle(error) {
        if (error !== undefined) return
        for (const name of ['script', 'pure'] as const) {
          await build({
            ...fileConfig(name, outDir),
            configFile: false,
            plugins: everyFile(),
          })
        }
        publish(resolve(ROOT, outDir))
      },
    },
  ]
}

/** What every file goes through. */
function everyFile(): Plugin[] {
  return [pruneTokens(), onlyOwnModules(), asciiOnly()]
}

const KINDS: readonly FileKind[] = ['module', 'script', 'pure']

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
    assertBudget(file, published)
    renameSync(built, join(folder, file))
    files[file] = published
    kinds[kind] = { file, integrity: published.integrity }
  }
  const manifest = { version: VERSION, ...kinds, files }
  writeFileSync(join(folder, 'integrity.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
