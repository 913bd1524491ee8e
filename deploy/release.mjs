import { createHash, createPrivateKey, sign } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeLocked } from '#cli/setup/locked-parts.mjs'
import { packageOrigin } from '#cli/setup/package-origin.mjs'
import { exitWith, root, run, step, StepError } from '#cli/setup/steps.mjs'

const USAGE = `npm run release -- --out <folder> --key <file> --repository <url> [--trial]

Creates all files of a release: both npm packages, their bill of materials (CycloneDX), the release notes, the build provenance
(SLSA), the checksums of these files, and a signature of the checksums.

  --out         Output folder. Must be empty; it is created if it does not exist.
  --key         Private Ed25519 key in PEM format. To create one: openssl genpkey -algorithm ed25519 -out release.pem
  --repository  URL of the sources, such as https://github.com/acme/latchkey. It becomes repository, homepage and bugs of
                both packages, because npm refuses provenance without it.
  --trial       Skips the clean build, and accepts uncommitted changes, a version that is unreleased in CHANGELOG.md and a
                missing --repository.`

/** Folders in which the packages are built. */
const PACKAGES = ['dist/package', 'dist/server-package']
const CHECKSUMS = 'SHA256SUMS'

const { name, version, license, dependencies, optionalDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

async function release() {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      key: { type: 'string' },
      repository: { type: 'string' },
      trial: { type: 'boolean' },
    },
  })
  if (values.out === undefined || values.key === undefined) throw new StepError(USAGE)
  const origin = readOrigin(values)
  const out = resolve(values.out)
  const key = createPrivateKey(readFileSync(values.key))
  if (key.asymmetricKeyType !== 'ed25519') throw new StepError(`${values.key} is not an Ed25519 key.`)
  const notes = releaseNotes(values.trial === true)
  const commit = (await run('git', ['rev-parse', 'HEAD'])).trim()
  if (values.trial !== true) await build()
  mkdirSync(out, { recursive: true })
  if (readdirSync(out).length > 0) throw new StepError(`${out} is not empty. Choose a new folder.`)
  const write = (file, content) => writeFileSync(join(out, file), content)
  await step('packages', async () => {
    await run('npm', ['run', '--silent', 'build', '--', 'server-package'])
    for (const folder of PACKAGES) {
      const cwd = join(root, folder)
      writeOrigin(join(cwd, 'package.json'), origin)
      await run('npm', ['pack', '--pack-destination', out], { cwd })
    }
  })
  const packages = readdirSync(out)
  await step('parts', async () => write(`${name}-${version}.cdx.json`, await listParts()))
  write('RELEASE-NOTES.md', notes)
  write('provenance.json', `${JSON.stringify(provenance(out, packages, { commit, origin }), null, 2)}\n`)
  const sums = readdirSync(out).map((file) => `${hashFile(join(out, file))}  ${file}\n`)
  write(CHECKSUMS, sums.join(''))
  write(`${CHECKSUMS}.sig`, sign(null, Buffer.from(sums.join('')), key))
  process.stdout.write(`\n${readdirSync(out).join('\n')}\n\nin ${out}\n`)
}

/** The fields that name the repository. Empty only in a trial without it. */
function readOrigin({ repository, trial }) {
  if (repository !== undefined) return packageOrigin(repository)
  if (trial === true) return {}
  throw new StepError('Name the repository: --repository https://github.com/acme/latchkey.')
}

/** The URL is not in the repository, because copies of the repository may be published elsewhere. */
function writeOrigin(file, origin) {
  const description = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, `${JSON.stringify({ ...description, ...origin }, null, 2)}\n`)
}

/** Builds the packages from the committed files and the locked dependencies. */
async function build() {
  const changed = await run('git', ['status', '--porcelain'])
  if (changed !== '') throw new StepError(`Commit or stash these changes first:\n${changed}`)
  await step('dependencies', () => run('npm', ['ci', '--no-audit', '--no-fund']))
  await step('build', () => run('npm', ['run', '--silent', 'build']))
}

/** Returns the changelog's section about this version. */
function releaseNotes(isTrial) {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const section = changelog.split(/^(?=## )/m).find((text) => text.startsWith(`## ${version} `))
  if (section === undefined) throw new StepError(`CHANGELOG.md has no section for ${version}.`)
  if (!isTrial && !/^## \S+ \(\d{4}-\d\d-\d\d\)/.test(section))
    throw new StepError(
      `CHANGELOG.md has no release date for ${version}. Expected a heading such as “## ${version} (2026-12-31)”.`,
    )
  return section
}

/** Everything that is installed with the product or built into it, according to the lockfile alone. */
async function listParts() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-parts-'))
  // npm names the root component after its folder.
  const cwd = join(folder, name)
  mkdirSync(cwd)
  try {
    await writeLocked(cwd, { name, version, license, dependencies, optionalDependencies })
    return await run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'], {
      cwd,
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The commit, lockfile and Node version of the packages. Source: SLSA provenance v1, in an in-toto statement. */
function provenance(out, packages, { commit, origin }) {
  const digested = (file, path) => ({ name: file, digest: { sha256: hashFile(path) } })
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: packages.map((file) => digested(file, join(out, file))),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:latchkey:release:v1',
        externalParameters: { version },
        internalParameters: { node: process.version, platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [
          { name: 'source', ...sourceAddress(origin, commit), digest: { gitCommit: commit } },
          digested('package-lock.json', join(root, 'package-lock.json')),
        ],
      },
      runDetails: { builder: { id: 'urn:latchkey:deploy/release.mjs' } },
    },
  }
}

function sourceAddress({ repository }, commit) {
  return repository === undefined ? {} : { uri: `${repository.url}@${commit}` }
}

/** @param {string} path */
function hashFile(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

release().catch(exitWith)
