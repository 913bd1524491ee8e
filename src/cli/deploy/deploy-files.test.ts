import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { SECRETS } from '#cli/environment.ts'
import { KEEP_ALIVE_SECONDS_DEFAULT } from '#cli/listen.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { createMetrics } from '#service/index.ts'
import {
  DOCKERFILE,
  metricsIn,
  namesInScrape,
  readCompose,
  readDeployed,
  readManifests,
  readQueries,
  ROOT,
  trackedFiles,
} from './testing/deploy-files.ts'
import { listContext, readDockerfile } from './testing/dockerfile.ts'
import { REPEATABLE_POSTS } from './testing/repeatable-posts.ts'

const sources = readFileSync(join(ROOT, 'src/cli/environment.ts'), 'utf8')
const settings = new Set([
  ...[...sources.matchAll(/^ {2}([A-Z][A-Z0-9_]*): /gm)].map(([, name = '']) => name),
  ...SECRETS.map((name) => `${name}_FILE`),
])
const unknownSettings = (names: readonly string[]) => names.filter((name) => !settings.has(name))

test('behavior: /metrics exports every metric of the alert rules and the dashboard', async () => {
  const metrics = createMetrics({ log: pino({ level: 'silent' }), process: { version: '1', role: 'all' } })
  const known = namesInScrape(await metrics.text())
  const queries = readQueries()
  expect(queries.length).toBeGreaterThan(30)
  const unknown = queries.flatMap(({ place, query }) =>
    metricsIn(query)
      .filter((name) => !known.has(name))
      .map((name) => `${place}: ${name}`),
  )
  expect(unknown).toEqual([])
})

describe('the image', () => {
  const stages = readDockerfile(DOCKERFILE)
  const context = listContext(DOCKERFILE, trackedFiles())

  test('behavior: every copied file is in the repository or comes from an earlier stage', () => {
    const copied = stages.flatMap(({ instructions }) => instructions.filter(({ word }) => word === 'COPY'))
    const fromContext = copied.filter(({ flags }) => flags['from'] === undefined)
    const missing = fromContext.flatMap(({ words }) =>
      words.slice(0, -1).filter((path) => path !== '.' && !context.includes(path)),
    )
    expect(missing).toEqual([])
    const names = stages.map(({ name }) => name)
    expect(copied.filter(({ flags: { from } }) => from !== undefined && !names.includes(from))).toEqual([])
  })

  test('behavior: is built with the documents that become pages', () => {
    const documents = trackedFiles().filter((path) =>
      /^(README\.md|docs\/.*|examples\/[^/]+\/README\.md)$/.test(path),
    )
    expect(documents.length).toBeGreaterThan(40)
    expect(documents.filter((path) => !context.includes(path))).toEqual([])
  })

  test('behavior: every npm script that it runs exists', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
    const runs = stages.flatMap(({ instructions }) => instructions.filter(({ word }) => word === 'RUN'))
    const asked = runs.flatMap(({ text }) =>
      [...text.matchAll(/npm run (\S+)/g)].map(([, name = '']) => name),
    )
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  const [, last] = stages
  const readInstruction = (word: string) => last?.instructions.find((one) => one.word === word)?.text

  test('behavior: its labels have the version and license of package.json', () => {
    const labels = Object.fromEntries(
      [...(readInstruction('LABEL') ?? '').matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(
        ([, name = '', value]) => [name, value],
      ),
    )
    const { version, license } = z
      .object({ version: z.string(), license: z.string() })
      .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
    expect(labels).toMatchObject({ title: 'Latchkey', version, licenses: license, source: '', revision: '' })
  })

  test('behavior: runs without privileges, and its settings exist', () => {
    expect(readInstruction('USER')).toBe('65532:65532')
    expect(last?.base).toMatch(/:nonroot$/)
    const names = [...(readInstruction('ENV') ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name)
    expect(unknownSettings(names)).toEqual(['NODE_ENV'])
  })
})

describe('compose.yaml', () => {
  const { services, networks, volumes, secrets } = readCompose()

  test('behavior: both processes have the health check of the image, which podman leaves out of OCI images', () => {
    const inImage = readDockerfile(DOCKERFILE)
      .at(-1)
      ?.instructions.find(({ word }) => word === 'HEALTHCHECK')
    const command = JSON.stringify(JSON.parse(inImage?.text.replace(/^CMD /, '') ?? ''))
    for (const name of ['latchkey-1', 'latchkey-2'])
      expect(JSON.stringify(services[name]?.healthcheck?.test.slice(1)), name).toBe(command)
  })

  const ours = Object.values(services).filter(({ image }) => image === 'latchkey')

  test('behavior: its settings exist, and our containers can write only to the data volume', () => {
    expect(ours.length).toBe(4)
    for (const { environment, read_only: readOnly, build } of ours) {
      expect(unknownSettings(Object.keys(environment))).toEqual([])
      expect(readOnly).toBe(true)
      expect(join(ROOT, 'deploy', build?.context ?? '', build?.dockerfile ?? '')).toBe(DOCKERFILE)
    }
  })

  test('behavior: every referenced name is defined, and make-secrets.sh writes every secret', () => {
    const tracked = trackedFiles()
    const written = [...readDeployed('make-secrets.sh').matchAll(/^write (\S+) /gm)].map(
      ([, name = '']) => name,
    )
    expect(Object.keys(secrets).toSorted()).toEqual(written.toSorted())
    for (const [name, { file }] of Object.entries(secrets)) expect(file).toBe(`./secrets/${name}`)
    for (const service of Object.values(services)) {
      expect(service.networks.filter((name) => !Object.hasOwn(networks, name))).toEqual([])
      expect(service.secrets.filter((name) => !Object.hasOwn(secrets, name))).toEqual([])
      expect(Object.keys(service.depends_on).filter((name) => !Object.hasOwn(services, name))).toEqual([])
      const sourcesOf = service.volumes.map((volume) => volume.split(':')[0] ?? '')
      const mounted = (source: string) =>
        source.startsWith('.') ? tracked.includes(normalize(join('deploy', source))) : source in volumes
      expect(sourcesOf.filter((source) => !mounted(source))).toEqual([])
      const named = Object.values(service.environment).filter((value) => value.startsWith('/run/secrets/'))
      const missing = named.filter((value) => !service.secrets.includes(value.slice('/run/secrets/'.length)))
      expect(missing).toEqual([])
    }
  })

  test('behavior: the proxy reaches both processes, and they trust its addresses', () => {
    const processes = Object.keys(services).filter((name) => /^latchkey-\d$/.test(name))
    expect(readDeployed('Caddyfile')).toContain(`to ${processes.map((name) => `${name}:4000`).join(' ')}`)
    expect(JSON.stringify(networks['outside'])).toContain(ours[0]?.environment['TRUSTED_PROXIES'])
    expect(services['proxy']?.networks).toEqual(['outside'])
  })
})

test('behavior: the settings of the Kubernetes objects exist, and so do the objects that they reference', () => {
  const manifests = readManifests()
  const nameOf = (kind: string) =>
    manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name)
  const { data } = z
    .looseObject({ data: z.record(z.string(), z.string()) })
    .parse(manifests.find(({ kind }) => kind === 'ConfigMap'))
  expect(unknownSettings(Object.keys(data))).toEqual([])
  // The first lines of kubernetes.yaml create a Secret. Each secret's file must be one of its keys.
  const keys = [...readDeployed('kubernetes.yaml').matchAll(/--from-file=(\S+)/g)].map(
    ([, name = '']) => name,
  )
  const files = Object.values(data).filter((value) => value.startsWith('/secrets/'))
  expect(files.map((value) => value.slice('/secrets/'.length)).toSorted()).toEqual(keys.toSorted())
  const text = JSON.stringify(manifests)
  const services = [...text.matchAll(/"service":\{"name":"([^"]+)"/g)].map(([, name = '']) => name)
  expect(services.length).toBeGreaterThan(0)
  expect(services.filter((name) => !nameOf('Service').includes(name))).toEqual([])
  expect(text).toContain(`"configMapRef":{"name":"${nameOf('ConfigMap')[0]}"}`)
  expect(text).toContain('"runAsNonRoot":true')
  expect(text).toContain('"readOnlyRootFilesystem":true')
})

test('behavior: the base for Kustomize has every file of Kubernetes objects', () => {
  const { resources } = z
    .object({ resources: z.array(z.string()) })
    .parse(parse(readDeployed('kustomization.yaml')))
  const manifests = trackedFiles()
    .filter((path) => /^deploy\/[\w-]+\.yaml$/.test(path))
    .map((path) => path.slice('deploy/'.length))
    .filter((name) => /^apiVersion: (?!kustomize)/m.test(readDeployed(name)))
  expect(resources.toSorted()).toEqual(manifests.toSorted())
})

test('behavior: the units set existing settings and reference existing files', () => {
  const unit = readDeployed('systemd/latchkey@.service')
  const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, given = '']) =>
    given.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  )
  expect(names).toEqual(['PORT', 'DATA_DIR'])
  expect(unknownSettings(names)).toEqual([])
  const readPage = (name: string) => readFileSync(join(ROOT, `docs/${name}.md`), 'utf8')
  const page = readPage('self-hosting')
  const env = /cat > \/etc\/latchkey\/env <<END\n(.*?)\nEND/s.exec(page)?.[1] ?? ''
  const inPage = [...env.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(inPage.length).toBeGreaterThan(5)
  expect(unknownSettings(inPage)).toEqual([])
  const pages = [page, ...['backup', 'containers', 'monitoring', 'proxies'].map(readPage)].join('\n')
  const named = [...pages.matchAll(/\bdeploy\/[\w@./-]*\w/g)].map(([path]) => path)
  const tracked = trackedFiles()
  const folders = new Set(tracked.map((path) => dirname(path)))
  const made = ['deploy/.env', 'deploy/secrets', 'deploy/secrets/smtp-url']
  expect(named.filter((path) => ![...tracked, ...made].includes(path) && !folders.has(path))).toEqual([])
})

test.each([
  ['compose.yaml', /stop_grace_period: (\d+)s/],
  ['systemd/latchkey@.service', /TimeoutStopSec=(\d+)/],
  ['kubernetes.yaml', /terminationGracePeriodSeconds: (\d+)/],
])('param: %s lets a process shut down after the longest grace period', (file, setting) => {
  const serve = readFileSync(join(ROOT, 'src/cli/commands/serve.ts'), 'utf8')
  const stopMs = Number(/STOP_MS_MAX = ([\d_]+)/.exec(serve)?.[1]?.replaceAll('_', ''))
  const longest = 30
  expect(Number(setting.exec(readDeployed(file))?.[1])).toBeGreaterThan(longest + stopMs / 1_000)
})

test('param: a pod responds until its readiness probes have failed', () => {
  const text = readDeployed('kubernetes.yaml')
  const grace = Number(/SHUTDOWN_GRACE_SECONDS: '(\d+)'/.exec(text)?.[1])
  const probe = /readinessProbe:\n(?: {12}.*\n)+/.exec(text)?.[0] ?? ''
  const seconds = Number(/periodSeconds: (\d+)/.exec(probe)?.[1])
  const failures = Number(/failureThreshold: (\d+)/.exec(probe)?.[1] ?? 3)
  expect(grace).toBeGreaterThan(seconds * failures)
})

test.each([
  ['nginx.conf', /keepalive_timeout (\d+)s/],
  ['Caddyfile', /keepalive (\d+)s/],
])('param: %s closes an idle connection before a process does', (file, setting) => {
  expect(Number(setting.exec(readDeployed(file))?.[1])).toBeLessThan(KEEP_ALIVE_SECONDS_DEFAULT)
})

test('param: nginx passes the Host header with its port, which PUBLIC_URL may have', () => {
  expect(readDeployed('nginx.conf')).toContain('proxy_set_header Host $http_host;')
})

test.each(['compose.yaml', 'kubernetes.yaml'])(
  'param: a process of %s keeps serving after SIGTERM',
  (file) => {
    expect(readDeployed(file)).toMatch(/SHUTDOWN_GRACE_SECONDS: '[1-9]/)
  },
)

describe('POSTs that a proxy may retry on a second process', () => {
  const pattern =
    /^\/(v1\/baas|api\/widget)\/(wallets(\/predict)?|tokens\/.+|transactions\/(execute|simulate)|addresses\/lookup|messages(\/review)?)$/

  test.each(['nginx.conf', 'haproxy.cfg'])('param: %s has their paths', (file) => {
    expect(readDeployed(file)).toContain(pattern.source.replaceAll('\\/', '/'))
  })

  test('param: the paths are those of the idempotent endpoints', () => {
    const posts = Object.entries(BAAS_ENDPOINTS).filter(([, { method }]) => method === 'POST')
    const matched = posts.map(([name, { path }]) => [name, pattern.test(`/v1/baas${path}`)])
    expect(Object.fromEntries(matched)).toEqual(REPEATABLE_POSTS)
  })
})
