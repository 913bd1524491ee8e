import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { FILES, fileConfig, OUT_DIR, ROOT, VERSION } from './file-config.ts'
import { assertBudget, measure } from './measure.ts'
import { onlyOwnModules } from './only-own-modules.ts'
import { pruneTokens } from './prune-tokens.ts'

/** After the first file: builds the others, measures all, writes the manifest, and fails above the budget. */
export function publishWidget(): Plugin[] {
  return [
    pruneTokens(),
    onlyOwnModules(),
    {
      name: 'latchkey:publish-widget',
      apply: 'build',
      async closeBundle(error) {
        if (error !== undefined) return
        for (const name of ['script', 'pure'] as const) {
          await build({ ...fileConfig(name), configFile: false, plugins: [pruneTokens(), onlyOwnModules()] })
        }
        writeManifest()
      },
    },
  ]
}

/**
 * `integrity.json`: `files` by name, and for those who want one answer, the file of each kind with its hash. It is
 * the one file without a version in its name, and is never cached.
 */
function writeManifest(): void {
  const measured = Object.values(FILES).map(({ name }) => [name, measure(join(ROOT, OUT_DIR, name))] as const)
  for (const [name, file] of measured) assertBudget(name, file)
  const files = Object.fromEntries(measured)
  const kinds = Object.entries(FILES).map(([kind, { name: file }]) => [
    kind,
    { file, integrity: files[file]?.integrity },
  ])
  const manifest = { version: VERSION, ...Object.fromEntries(kinds), files }
  writeFileSync(join(ROOT, OUT_DIR, 'integrity.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
