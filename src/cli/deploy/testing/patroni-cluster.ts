import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#service/chain/anvil-process.ts'
import { runOn } from '#service/testing/postgres-statements.ts'
import { readDeployed } from './deploy-files.ts'
import { ensureProgram } from './ensure-program.ts'
import { controlCluster } from './patroni-control.ts'
import { AS_USER, createNode, makeFolder, PASSWORD, type PatroniNode } from './patroni-node.ts'
import { replaceExactly } from './replace-exactly.ts'

const NAMES = ['node-1', 'node-2', 'node-3'] as const
const POSTGRES_FOLDERS = '/usr/lib/postgresql'

export type PatroniPrograms = Awaited<ReturnType<typeof ensurePatroni>>

/** The programs of the cluster. @throws Error if one is missing and cannot be installed */
export async function ensurePatroni() {
  return {
    patroni: await ensureProgram('patroni'),
    etcd: await ensureProgram('etcd'),
    haproxy: await ensureProgram('haproxy'),
    postgresFolder: findPostgres(),
  }
}

/** The folder of the newest Postgres that Debian's packages have installed. */
function findPostgres(): string {
  const versions = existsSync(POSTGRES_FOLDERS) ? readdirSync(POSTGRES_FOLDERS).map(Number) : []
  const newest = versions.toSorted((one, other) => other - one)
  const folders = newest.map((version) => join(POSTGRES_FOLDERS, `${version}/bin`))
  const found = folders.find((folder) => existsSync(join(folder, 'pg_rewind')))
  if (found !== undefined) return found
  throw new Error(
    'postgresql is missing: install it (Debian: sudo apt-get install postgresql) and run the command again.',
  )
}

export type PatroniCluster = Awaited<ReturnType<typeof startPatroniCluster>>

/**
 * Starts three nodes of Patroni with one etcd, and HAProxy in front, with the shipped configurations. The database
 * `latchkey` is empty and belongs to the role of the same name.
 */
export async function startPatroniCluster(programs: PatroniPrograms) {
  const parent = await mkdtemp(join(tmpdir(), 'latchkey-patroni-'))
  await chmod(parent, 0o755)
  const stops = [() => rm(parent, { recursive: true, force: true, maxRetries: 5 })]
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) await one()
  }
  const nodes: PatroniNode[] = []
  try {
    const etcd = await startEtcd(programs.etcd, parent)
    stops.push(etcd.stop)
    const { patroni, postgresFolder } = programs
    const place = { parent, patroni, postgresFolder, etcd: etcd.address }
    for (const name of NAMES) nodes.push(await createNode({ ...place, name }))
    for (const node of nodes) stops.push(node.crash)
    const control = controlCluster(patroni, nodes)
    for (const node of nodes) await node.start()
    const { node: primary } = await control.untilPrimary()
    await runOn(primary.url('postgres', 'postgres'), async (query) => {
      await query(`create role latchkey login password '${PASSWORD}'`)
      await query('create database latchkey owner latchkey')
    })
    await control.untilComplete(true)
    const proxy = await startProxyToPrimary(programs.haproxy, parent, nodes)
    stops.push(proxy.stop)
    const url = `postgres://latchkey:${PASSWORD}@127.0.0.1:${proxy.port}/latchkey`
    return { ...control, nodes, url, stop }
  } catch (cause) {
    const logs = await Promise.all(nodes.map((node) => node.readLog()))
    await stop()
    throw new Error(`The cluster does not start:\n${logs.join('\n')}`, { cause })
  }
}

async function startEtcd(program: string, parent: string) {
  const folder = await makeFolder(parent, 'etcd')
  const [client, peer] = [await freePort(), await freePort()]
  const text = replaceExactly(readDeployed('patroni/etcd'), [
    ['/var/lib/etcd/latchkey', join(folder, 'data')],
    ['http://10.0.0.1:2379', `http://127.0.0.1:${client}`, 2],
    [
      'node-1=http://10.0.0.1:2380,node-2=http://10.0.0.2:2380,node-3=http://10.0.0.3:2380',
      `node-1=http://127.0.0.1:${peer}`,
    ],
    ['http://10.0.0.1:2380', `http://127.0.0.1:${peer}`, 2],
  ])
  const settings = Object.fromEntries(
    [...text.matchAll(/^(ETCD_\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const),
  )
  const child = spawn(program, [], {
    ...AS_USER,
    cwd: folder,
    env: { HOME: folder, ...settings },
    stdio: 'ignore',
  })
  return { address: `127.0.0.1:${client}`, stop: () => end(child) }
}

/** HAProxy as it runs on a machine of Latchkey. */
async function startProxyToPrimary(program: string, parent: string, nodes: readonly PatroniNode[]) {
  const folder = await makeFolder(parent, 'haproxy')
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const servers = nodes.map(
    ({ name, port: own, restPort }, index) =>
      [
        `server ${name} 10.0.0.${index + 1}:5432`,
        `server ${name} 127.0.0.1:${own} port ${restPort}`,
      ] as const,
  )
  const text = replaceExactly(readDeployed('patroni/haproxy.cfg'), [
    ['bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`],
    ...servers,
  ])
  await writeFile(file, text)
  const child = spawn(program, ['-db', '-f', file], { ...AS_USER, cwd: folder, stdio: 'ignore' })
  return { port, stop: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await ended
}
