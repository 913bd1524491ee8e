import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { writeLocked } from './locked-parts.mjs'
import { root } from './steps.mjs'

/*
 * `npm run build -- server-package`: builds the npm package `@latchkey/server` in dist/server-package from
 * the output of `npm run build`. An installed `latchkey-server` builds nothing.
 */
const OUT = join(root, 'dist/server-package')
/** Files that the server reads. `src/cli/open-bff.ts` and `widget/demo/pages.ts` expect them at these paths. */
const PARTS = ['server', 'console', 'widget', 'approver', 'demo']
const DEMO_PAGE = /\.(?:html|css|js|svg)$/

const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
for (const part of PARTS) cpSync(join(root, 'dist', part), join(OUT, 'dist', part), { recursive: true })
for (const file of readdirSync(join(root, 'widget/demo')).filter((name) => DEMO_PAGE.test(name)))
  cpSync(join(root, 'widget/demo', file), join(OUT, 'widget/demo', file))
for (const file of ['LICENSE', 'THIRD-PARTY-NOTICES']) cpSync(join(root, file), join(OUT, file))
cpSync(join(root, 'deploy/server-package.md'), join(OUT, 'README.md'))
await writeLocked(OUT, packageJson())
// npm publishes a lockfile only under this name. Installing the package then installs the versions in it.
renameSync(join(OUT, 'package-lock.json'), join(OUT, 'npm-shrinkwrap.json'))

/** The packages that the built server imports, in the tested versions. */
function packageJson() {
  const { version, license, author, engines, optionalDependencies } = product
  const used = importedPackages()
  const dependencies = Object.fromEntries(
    Object.entries(product.dependencies).filter(([name]) => used.has(name)),
  )
  const missing = [...used].filter((name) => !Object.hasOwn(dependencies, name))
  if (missing.length > 0)
    throw new Error(`The built server imports what is no dependency: ${missing.join(', ')}`)
  return {
    name: '@latchkey/server',
    version,
    description: product.description,
    license,
    author,
    type: 'module',
    bin: { 'latchkey-server': 'dist/server/index.js' },
    files: ['dist', 'widget', 'THIRD-PARTY-NOTICES'],
    engines,
    dependencies,
    optionalDependencies,
  }
}

/** @returns {Set<string>} the packages that the built server imports, including dynamic imports */
function importedPackages() {
  const folder = join(root, 'dist/server')
  const requests = readdirSync(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const { staticImports, dynamicImports } = parseSync(file, text).module
    return [
      ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...dynamicImports.map(({ moduleRequest }) =>
        text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
      ),
    ]
  })
  const outside = requests.filter((request) => !/^(?:\.|node:)/.test(request))
  return new Set(outside.map((request) => /^(?:@[^/]+\/)?[^/]+/.exec(request)[0]))
}
