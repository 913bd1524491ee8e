import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createWallet } from '#cli/testing/client.ts'
import { startMailServer } from '#cli/testing/mail-server.ts'
import { freePort } from '#service/chain/anvil-process.ts'
import { startPlainAnvil, type PlainAnvil } from '#service/testing/plain-anvil.ts'
import { createPostgresDatabase } from '#service/testing/test-database.ts'
import {
  checkHealth,
  newVolume,
  runIn,
  spawnIn,
  startIn,
  type Container,
  type Given,
} from './testing/container.ts'
import {
  metricsIn,
  namesInScrape,
  readCompose,
  readQueries,
  ROOT,
  type ComposeService,
} from './testing/deploy-files.ts'
import { replayImage } from './testing/replay-image.ts'

/*
 * `npm run test:full -- deploy`: each step of the Dockerfile and of compose.yaml without Docker. This
 * machine's Node replaces that of the images. The tests' Postgres and mail server replace the containers, and
 * ports replace host names. There is no proxy.
 */

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''
const hexKey = z.templateLiteral(['0x', z.string()])
const { services } = readCompose()
const image = await replayImage()
const secrets = join(image.folder, 'deploy/secrets')
const running: Container[] = []
let anvil: PlainAnvil
let mail: Awaited<ReturnType<typeof startMailServer>>
let database: Awaited<ReturnType<typeof createPostgresDatabase>>

/** The environment and volumes that Compose gives a service, with an empty data volume. */
async function givenTo(name: string, more: Record<string, string> = {}): Promise<Given> {
  const { environment } = serviceOf(name)
  const data = await newVolume(image, join(image.folder, `data-${name}`))
  return {
    environment: { ...environment, ...more },
    mounts: { '/data': data, '/run/secrets': secrets },
    port: await freePort(),
  }
}

function serviceOf(name: string): ComposeService {
  const service = services[name]
  if (service === undefined) throw new Error(`There is no ${name}`)
  return service
}

async function start(given: Given): Promise<Container> {
  const container = await startIn(image, given)
  running.push(container)
  return container
}

/** Sends a request with the deployment's host name, as the proxy does. */
function ask({ url }: Container, path: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { headers: { host: 'wallets.example' } }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => (text += String(chunk)))
      answer.on('end', () => resolve({ status: answer.statusCode, text }))
    }).on('error', reject)
  })
}

/** Overwrites the file of a secret to point at this test's server instead of the one that make-secrets.sh wrote. */
async function instead(name: string, written: RegExp, text: string): Promise<void> {
  const path = join(secrets, name)
  expect((await readFile(path, 'utf8')).trim()).toMatch(written)
  await rm(path)
  await writeFile(path, `${text}\n`, { mode: 0o444 })
}

beforeAll(async () => {
  if (POSTGRES === '') throw new Error('There is no Postgres: run it by `npm run test:full -- deploy`')
  anvil = await startPlainAnvil({ chainId: 1, blockTime: 1 })
  mail = await startMailServer()
  database = await createPostgresDatabase(POSTGRES)
  await cp(join(ROOT, 'deploy/make-secrets.sh'), join(image.folder, 'deploy/make-secrets.sh'))
  const env = { PATH: process.env['PATH'] ?? '', RPC_URL: anvil.url }
  await promisify(execFile)('sh', [join(image.folder, 'deploy/make-secrets.sh')], { env })
})
afterAll(async () => {
  for (const container of running) await container.stop()
  await database?.drop()
  await mail?.stop()
  await anvil?.stop()
  await promisify(execFile)('chmod', ['-R', 'u+w', image.folder])
  await rm(image.folder, { recursive: true, force: true })
})

test('behavior: make-secrets.sh writes each secret for the containers in a folder that only its owner can open, and keeps existing ones', async () => {
  expect((await stat(secrets)).mode & 0o777).toBe(0o700)
  const before = await readFile(join(secrets, 'secret-key'), 'utf8')
  expect(before).toMatch(/^[0-9a-f]{64}\n$/)
  await promisify(execFile)('sh', [join(image.folder, 'deploy/make-secrets.sh')], {
    env: { PATH: process.env['PATH'] ?? '' },
  })
  expect(await readFile(join(secrets, 'secret-key'), 'utf8')).toBe(before)
  // A container bind-mounts the file itself. Here, the container's user also needs access to the folder.
  await promisify(execFile)('chmod', ['0755', secrets])
  await instead('database-url', /^postgres:\/\/latchkey:[0-9a-f]{48}@postgres:5432\/latchkey$/, database.url)
  await instead('smtp-url', /^smtp:\/\/mail:1025$/, mail.url)
})

test('behavior: the image has its dependencies, no development tools, and its user can write only to the data', async () => {
  expect(existsSync(join(image.root, 'app/node_modules/hono'))).toBe(true)
  for (const absent of [
    'node_modules/vite',
    'node_modules/typescript',
    'node_modules/react',
    'src',
    'dist/.stamps',
  ])
    expect(existsSync(join(image.root, 'app', absent))).toBe(false)
  const given = await givenTo('cli')
  const writing = (path: string) =>
    spawnIn(image, given, [
      '/nodejs/bin/node',
      '-e',
      'require("fs").writeFileSync(process.argv[1], "")',
      path,
    ])
  expect(await writing('/data/written').ended).toBe(0)
  for (const path of ['/app/written', '/app/dist/server/index.js', '/app/node_modules/hono/package.json'])
    expect(await writing(path).ended, path).toBe(1)
})

test('behavior: migrate, doctor, contracts and an organization; then two processes form one deployment behind the health check', async () => {
  const migrated = await runIn(image, await givenTo('migrate'), serviceOf('migrate').command ?? [])
  expect(migrated).toMatchObject({ code: 0 })
  const cli = await givenTo('cli')
  const unfunded = await runIn(image, cli, ['doctor'])
  expect(unfunded.output).toMatch(/relayer.*send it at least/s)
  const relayer = hexKey.parse((await readFile(join(secrets, 'relayer-private-key'), 'utf8')).trim())
  await anvil.fund(privateKeyToAddress(relayer), 10n ** 20n)
  expect(await runIn(image, cli, ['deploy-contracts'])).toMatchObject({ code: 0 })
  expect(await runIn(image, cli, ['doctor'])).toMatchObject({ code: 0 })
  const made = await runIn(image, cli, [
    'organizations',
    'create',
    'Acme',
    '--domain',
    'wallets.example',
    '--json',
  ])
  const { apiKey } = z.object({ apiKey: z.string() }).parse(JSON.parse(made.output))

  const places = [await givenTo('latchkey-1'), await givenTo('latchkey-2')] as const
  expect(await checkHealth(image, places[0])).toBe(1)
  const [first, second] = [await start(places[0]), await start(places[1])]
  for (const container of [first, second]) {
    expect(await ask(container, '/readyz')).toMatchObject({ status: 200 })
    expect(await ask(container, '/')).toMatchObject({ status: 200 })
    expect(await ask(container, '/approve')).toMatchObject({ status: 200 })
  }
  const link = await readFile(join(places[1].mounts['/data'] ?? '', 'setup-link'), 'utf8')
  expect(link).toMatch(/^https:\/\/wallets\.example\/setup#token=/)
  const wallet = { apiKey, domain: 'wallets.example', email: 'user@example.com', codeFor: mail.codeFor }
  await createWallet({ asked: first, creating: second, ...wallet })

  const scraped = (await ask(first, '/metrics')).text
  const known = namesInScrape(scraped)
  expect(
    readQueries()
      .flatMap(({ query }) => metricsIn(query))
      .filter((name) => !known.has(name)),
  ).toEqual([])
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')))
  expect(scraped).toContain(`latchkey_build_info{version="${version}",role="all"} 1`)
  expect(scraped).toContain('latchkey_mails_total{outcome="sent"} 1')
  expect(scraped).toContain('route="/v1/baas/wallets/request-email-verification",method="POST",status="200"')
  for (const container of running.splice(0)) expect(await container.stop()).toBe(0)

  const service = await start(await givenTo('latchkey-1', { ROLE: 'service' }))
  const upstream = { UPSTREAM_URL: `${service.url}/v1/baas`, UPSTREAM_API_KEY: apiKey }
  const bff = await start(await givenTo('latchkey-2', { ROLE: 'bff', ...upstream }))
  expect(await ask(service, '/')).toMatchObject({ status: 404 })
  expect(await ask(service, '/approve')).toMatchObject({ status: 200 })
  expect(await ask(bff, '/readyz')).toMatchObject({ status: 200 })
  expect(await ask(bff, '/')).toMatchObject({ status: 200 })
  expect((await ask(bff, '/metrics')).text).toContain(
    `latchkey_build_info{version="${version}",role="bff"} 1`,
  )
  for (const container of running.splice(0)) expect(await container.stop()).toBe(0)
})
