import { execFile, spawn } from 'node:child_process'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { freePort } from '#service/chain/anvil-process.ts'
import { ROOT } from './testing/deploy-files.ts'

/*
 * `npm run test:full -- deploy`: the output of `npm run release`, and the server package on a machine with
 * only Node.
 */

const READY_MS_MAX = 240_000
const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'latchkey-release-'))
const out = join(folder, 'out')
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const readOut = (file: string) => readFile(join(out, file))
const version = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))).version

const release = (...more: string[]) =>
  run(process.execPath, ['deploy/release.mjs', '--out', out, '--key', join(folder, 'key.pem'), ...more], {
    cwd: ROOT,
  })

const REPOSITORY = 'https://code.example/acme/latchkey'

beforeAll(async () => {
  await writeFile(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await release('--trial', '--repository', REPOSITORY)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('behavior: a release has both packages, parts, notes, provenance and checksums, and the signature covers the checksums', async () => {
  const packages = [`latchkey-${version}.tgz`, `latchkey-server-${version}.tgz`]
  const summed = [...packages, `latchkey-${version}.cdx.json`, 'RELEASE-NOTES.md', 'provenance.json']
  expect((await readdir(out)).toSorted()).toEqual([...summed, 'SHA256SUMS', 'SHA256SUMS.sig'].toSorted())
  const sums = await readOut('SHA256SUMS')
  expect(verify(null, sums, publicKey, await readOut('SHA256SUMS.sig'))).toBe(true)
  const listed = sums
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split('  '))
  expect(listed.map(([, file = '']) => file).toSorted()).toEqual(summed.toSorted())
  for (const [sum, file = ''] of listed)
    expect(
      createHash('sha256')
        .update(await readOut(file))
        .digest('hex'),
    ).toBe(sum)

  const parts = z
    .object({
      bomFormat: z.literal('CycloneDX'),
      components: z.array(z.object({ name: z.string(), version: z.string() })),
    })
    .parse(JSON.parse((await readOut(`latchkey-${version}.cdx.json`)).toString()))
  const names = parts.components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['hono', 'pg', 'react', 'ws', 'zod']))
  for (const absent of ['vitest', 'typescript', 'vite']) expect(names).not.toContain(absent)
  expect((await readOut('RELEASE-NOTES.md')).toString()).toMatch(
    new RegExp(`^## ${version.replaceAll('.', '\\.')} `),
  )
  const { subject } = z
    .object({ subject: z.array(z.object({ name: z.string(), digest: z.object({ sha256: z.string() }) })) })
    .parse(JSON.parse((await readOut('provenance.json')).toString()))
  expect(subject.map(({ name, digest }) => [digest.sha256, name])).toEqual(
    listed.filter(([, file = '']) => packages.includes(file)),
  )
})

test.each(['latchkey', 'latchkey-server'])(
  'behavior: the package %s says what it is, where it comes from and where it runs',
  async (name) => {
    const tar = ['-xzOf', join(out, `${name}-${version}.tgz`), 'package/package.json']
    const { stdout } = await run('tar', tar)
    expect(JSON.parse(stdout)).toMatchObject({
      repository: { type: 'git', url: `git+${REPOSITORY}.git` },
      homepage: `${REPOSITORY}#readme`,
      bugs: { url: `${REPOSITORY}/issues` },
      author: 'Latchkey contributors',
      engines: { node: '>=20.19' },
      license: 'MIT',
    })
  },
)

test('error: rejects a missing repository, a non-empty folder and a changelog without a date', async () => {
  await expect(release()).rejects.toThrow('Name the repository')
  await expect(release('--trial')).rejects.toThrow('is not empty. Choose a new folder')
  await expect(release('--repository', REPOSITORY)).rejects.toThrow('CHANGELOG.md has no release date')
})

test('behavior: in an empty folder the packed server starts everything and builds nothing', async () => {
  const home = join(folder, 'home')
  await mkdir(home)
  // `--engine-strict`: every package of the server names a Node that includes this one, as Yarn 1 requires too.
  const npm = [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--ignore-scripts',
    '--engine-strict',
  ]
  await run('npm', [...npm, join(out, `latchkey-server-${version}.tgz`)], { cwd: home })
  const installed = await readdir(join(home, 'node_modules'))
  expect(installed).toEqual(expect.arrayContaining(['@latchkey', 'hono', 'pg']))
  for (const absent of ['vite', 'typescript', 'react', 'react-dom', 'preact'])
    expect(installed).not.toContain(absent)

  const [port, demoPort] = [await freePort(), await freePort()]
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, PORT: String(port), DEMO_PORT: String(demoPort) }
  const started = ['--no-install', 'latchkey-server', 'serve']
  const server = spawn('npx', started, {
    cwd: home,
    env,
    detached: true,
    stdio: 'ignore',
  })
  const ended = new Promise<number | null>((resolve) => server.once('close', (code) => resolve(code)))
  try {
    const statusOf = (url: string) =>
      fetch(url).then(
        ({ status }) => status,
        () => undefined,
      )
    const deadline = performance.now() + READY_MS_MAX
    while ((await statusOf(`http://localhost:${port}/readyz`)) !== 200) {
      if (server.exitCode !== null || performance.now() > deadline) throw new Error('The server is not ready')
      await wait(100)
    }
    const console = await fetch(`http://localhost:${port}/`)
    expect(await console.text()).toContain('<div id="root"')
    for (const path of ['/approve', '/widget/v1/integrity.json', '/v1/openapi.json'])
      expect(await statusOf(`http://localhost:${port}${path}`), path).toBe(200)
    for (const path of ['/', '/react', '/react.js'])
      expect(await statusOf(`http://localhost:${demoPort}${path}`), path).toBe(200)
    expect((await readdir(join(home, '.data'))).length).toBeGreaterThan(0)
  } finally {
    // npm's own process, and the server that it started.
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
    await ended
  }
})
