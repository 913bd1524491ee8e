import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import * as z from 'zod/mini'
import { ROOT } from '#widget/build/file-config.ts'
import { buildPackage } from './build-package.ts'
import { CONSUMER, CONSUMER_CONFIGS, FRAMEWORK_STUBS } from './consumer.ts'
import { PACKAGE_DIR } from './package-parts.ts'

/** Intended problems: the package has only ES modules, also for `require`. */
const MEANT = ['CJSResolvesToESM']
const PEERS = 'react @wagmi viem @playwright @types csstype undici-types playwright playwright-core'.split(
  ' ',
)
const packedSchema = z.tuple([z.object({ filename: z.string() })])
const integritySchema = z.object({ files: z.record(z.string(), z.object({ integrity: z.string() })) })

/**
 * Runs `npm test -- package`. Lints the package like integrators' tools, and checks that its bytes are
 * reproducible.
 */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-package-'))
  const built = join(ROOT, PACKAGE_DIR)
  try {
    const packed = pack(built, folder)
    const checks: [string, () => Promise<string[]> | string[]][] = [
      ['publint', () => findLint(built)],
      ['are the types wrong', () => findWrongTypes(packed)],
      ['hashes', () => findWrongHashes(built)],
      ['a second build has the same bytes', () => findDifferences(built, join(folder, 'again'))],
      ['a project that uses all of it compiles', () => findConsumerErrors(packed, folder)],
    ]
    let faults = 0
    for (const [name, find] of checks) {
      const found = await find()
      faults += found.length
      process.stdout.write(
        `${found.length === 0 ? 'ok' : 'NOT ok'}  ${name}\n${found.map((one) => `  ${one}\n`).join('')}`,
      )
    }
    process.exitCode = faults === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function pack(built: string, folder: string): string {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: built,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return join(folder, packedSchema.parse(JSON.parse(output))[0].filename)
}

async function findLint(built: string): Promise<string[]> {
  const { messages, pkg } = await publint({ pkgDir: built, strict: true })
  return messages.map((message) => formatMessage(message, pkg) ?? message.code)
}

async function findWrongTypes(packed: string): Promise<string[]> {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(packed))))
  if (result.types === false) return ['there are no types']
  return result.problems.filter(({ kind }) => !MEANT.includes(kind)).map((problem) => JSON.stringify(problem))
}

/**
 * Checks that the files in `files/` equal those of the manifest, and that the file for bundlers is one of
 * them.
 */
function findWrongHashes(built: string): string[] {
  const { files } = integritySchema.parse(JSON.parse(readFileSync(join(built, 'integrity.json'), 'utf8')))
  const wrong = Object.entries(files).filter(([name, { integrity }]) => {
    const content = readFileSync(join(built, 'files', name))
    return integrity !== `sha384-${createHash('sha384').update(content).digest('base64')}`
  })
  const strangers = listFiles(join(built, 'files')).filter((name) => !(name in files))
  return [
    ...wrong.map(([name]) => `${name} is not what integrity.json says`),
    ...strangers.map((name) => `${name} is not in integrity.json`),
  ]
}

async function findDifferences(built: string, again: string): Promise<string[]> {
  await buildPackage(again)
  const names = [...new Set([...listFiles(built), ...listFiles(again)])]
  const content = (folder: string, name: string) =>
    listFiles(folder).includes(name) ? readFileSync(join(folder, name)).toString('base64') : ''
  return names
    .filter((name) => content(built, name) !== content(again, name))
    .map((name) => `${name} differs: run \`npm run build -- package\`, and look why if it stays`)
}

/** Installs the packed file like npm, with the peers, and compiles code that uses every part. */
function findConsumerErrors(packed: string, folder: string): string[] {
  const project = join(folder, 'consumer')
  const modules = join(project, 'node_modules')
  mkdirSync(join(modules, 'latchkey'), { recursive: true })
  execFileSync('tar', ['xzf', packed, '-C', join(modules, 'latchkey'), '--strip-components=1'])
  for (const peer of PEERS) symlinkSync(join(ROOT, 'node_modules', peer), join(modules, peer))
  for (const [path, text] of Object.entries(FRAMEWORK_STUBS)) {
    mkdirSync(dirname(join(modules, path)), { recursive: true })
    writeFileSync(join(modules, path), text)
  }
  for (const [name, text] of Object.entries(CONSUMER)) writeFileSync(join(project, name), text)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module' }))
  return CONSUMER_CONFIGS.flatMap((compilerOptions) => {
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }),
    )
    try {
      execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      return []
    } catch (cause) {
      const output = cause instanceof Error && 'stdout' in cause ? String(cause.stdout) : String(cause)
      return output
        .trim()
        .split('\n')
        .map((line) => `${compilerOptions.moduleResolution}: ${line}`)
    }
  })
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}

await main()
