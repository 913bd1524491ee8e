import { execFile, spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#service/chain/anvil-process.ts'
import { readDeployed } from './deploy-files.ts'
import { ensureProgram } from './ensure-program.ts'
import { replaceExactly, type Replacement } from './replace-exactly.ts'

const READY_MS_MAX = 30_000
export const PROXIES = ['nginx', 'caddy', 'haproxy'] as const
export type ProxyName = (typeof PROXIES)[number]
export const HOST = 'wallets.example'

/** Inputs of a configuration: ports, the two processes, and the certificate's folder. */
type Place = { folder: string; https: number; http: number; upstreams: readonly [number, number] }

type Shipped = {
  file: string
  /** Replaces ports, addresses and paths of an installation with those of the test. Changes nothing else. */
  replacements: (place: Place) => readonly Replacement[]
  /** Completes the file to a full configuration of the program. */
  whole: (text: string, place: Place) => string
  args: (file: string, place: Place) => string[]
  environment?: (place: Place) => Record<string, string>
}

const SHIPPED: Readonly<Record<ProxyName, Shipped>> = {
  nginx: {
    file: 'nginx.conf',
    replacements: ({ folder, https, http, upstreams: [first, second] }) => [
      ['127.0.0.1:4000', `127.0.0.1:${first}`, 2],
      ['127.0.0.1:4001', `127.0.0.1:${second}`, 2],
      ['listen 443', `listen ${https}`],
      ['listen [::]:443', `listen [::]:${https}`],
      ['listen 80', `listen ${http}`],
      ['listen [::]:80', `listen [::]:${http}`],
      ['/etc/latchkey/tls', folder, 2],
    ],
    whole: (text, { folder }) => `
      daemon off; pid ${folder}/nginx.pid; error_log stderr warn; worker_processes 2;
      events { worker_connections 4096; }
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
        ${text}
      }`,
    args: (file, { folder }) => ['-c', file, '-p', folder],
  },
  caddy: {
    file: 'Caddyfile',
    replacements: ({ upstreams: [first, second] }) => [
      ['latchkey-1:4000', `127.0.0.1:${first}`],
      ['latchkey-2:4000', `127.0.0.1:${second}`],
    ],
    whole: (text, { http, https }) => `{
      admin off
      local_certs
      skip_install_trust
      http_port ${http}
      https_port ${https}
    }
    ${text}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    environment: ({ folder }) => ({
      DOMAIN: HOST,
      APPROVAL_DOMAIN: `approve.${HOST}`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    }),
  },
  haproxy: {
    file: 'haproxy.cfg',
    replacements: ({ folder, https, http, upstreams: [first, second] }) => [
      ['127.0.0.1:4000', `127.0.0.1:${first}`, 4],
      ['127.0.0.1:4001', `127.0.0.1:${second}`, 4],
      [':443,:::443', `:${https},:::${https}`],
      [':80,:::80', `:${http},:::${http}`],
      ['/etc/latchkey/tls', folder],
    ],
    whole: (text) => text,
    args: (file) => ['-W', '-db', '-f', file],
  },
}

export type Proxy = Awaited<ReturnType<typeof startProxy>>

/** Starts a proxy with the shipped configuration in front of two ports of this machine. */
export async function startProxy(
  name: ProxyName,
  upstreams: readonly [number, number],
  parent: string,
): Promise<{
  name: 'nginx' | 'caddy' | 'haproxy'
  port: number
  httpPort: number
  output: () => string
  stop: () => Promise<void>
}> {
  const program = await ensureProgram(name)
  const folder = join(parent, name)
  await mkdir(folder)
  const place: Place = { folder, https: await freePort(), http: await freePort(), upstreams }
  const { file, replacements, whole, args, environment } = SHIPPED[name]
  await writeCertificate(folder)
  const path = join(folder, file)
  await writeFile(path, whole(replaceExactly(readDeployed(file), replacements(place)), place))
  const env = { PATH: process.env['PATH'], HOME: folder, ...environment?.(place) }
  const child = spawn(program, args(path, place), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const deadline = performance.now() + READY_MS_MAX
  while (!(await accepts(place.https))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${output}`)
    if (performance.now() > deadline) throw new Error(`${name} does not listen:\n${output}`)
    await wait(50)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { name, port: place.https, httpPort: place.http, output: () => output, stop }
}

/** Creates a self-signed certificate in the files that nginx and HAProxy reference. */
async function writeCertificate(folder: string): Promise<void> {
  const [chain, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const subject = ['-subj', `/CN=${HOST}`, '-days', '2', '-nodes']
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    ...algorithm,
    ...subject,
    '-keyout',
    key,
    '-out',
    chain,
  ])
  await writeFile(
    join(folder, 'haproxy.pem'),
    (await readFile(chain, 'utf8')) + (await readFile(key, 'utf8')),
  )
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
