import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { listTree, untilGone } from '#cli/testing/process-tree.ts'
import { freePort } from '#service/chain/anvil-process.ts'
import { runOn } from '#service/testing/postgres-statements.ts'
import { readDeployed } from './deploy-files.ts'
import { replaceExactly } from './replace-exactly.ts'

/** User and group id for Postgres, which does not run as root. */
const UNPRIVILEGED = 65_534
export const AS_USER = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}

export const PASSWORD = 'latchkey'
/** Length of the end of a log that an error shows, in characters. */
const LOG_LENGTH = 4_000

const rowsSchema = z.array(z.object({ pid: z.number() }))

/** Folder, name and programs of a node, and the address of the cluster's etcd. */
type Place = {
  parent: string
  name: string
  patroni: string
  postgresFolder: string
  etcd: string
}

export type PatroniNode = Awaited<ReturnType<typeof createNode>>

/**
 * Creates one node of the cluster, without starting it. Uses the shipped configuration with ports of this machine.
 */
export async function createNode({ parent, name, patroni, postgresFolder, etcd }: Place) {
  const folder = await makeFolder(parent, name)
  const [port, restPort] = [await freePort(), await freePort()]
  const file = join(folder, 'config.yml')
  const data = join(folder, 'data')
  const text = replaceExactly(readDeployed('patroni/config.yml'), [
    ['name: node-1', `name: ${name}`],
    [': 10.0.0.1:8008', `: 127.0.0.1:${restPort}`, 2],
    [': 10.0.0.1:5432', `: 127.0.0.1:${port}`, 2],
    ['10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379', etcd],
    ['/usr/lib/postgresql/15/bin', postgresFolder],
    ['/var/lib/postgresql/15/latchkey', data],
    ['10.0.0.0/24', '127.0.0.1/32', 2],
    ...['patroni', 'postgres', 'replicator', 'rewind'].map(
      (user) => [`<password of ${user}>`, PASSWORD] as const,
    ),
    // The package's own folder for sockets belongs to another user.
    ['\n  pg_hba:', `\n  parameters:\n    unix_socket_directories: ${folder}\n  pg_hba:`],
  ])
  await writeFile(file, text)
  let child: ChildProcess | undefined

  /** Process ids of Patroni, of Postgres, and of every process that they started. */
  const listProcesses = () => {
    const isAlive = child !== undefined && child.exitCode === null && child.signalCode === null
    const roots = [isAlive ? child?.pid : undefined, findPostmaster(data)]
    return roots.filter((pid) => pid !== undefined).flatMap(listTree)
  }
  const signal = (name: NodeJS.Signals) => {
    const pids = listProcesses()
    sendSignal(pids, name)
    return pids
  }
  const url = (role: string, database: string) =>
    `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/${database}`
  return {
    name,
    file,
    port,
    restPort,
    url,
    start: async () => {
      const log = await open(join(folder, 'patroni.log'), 'a')
      const stdio: ['ignore', number, number] = ['ignore', log.fd, log.fd]
      const env = { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8' }
      child = spawn(patroni, [file], { ...AS_USER, cwd: folder, env, stdio })
      await log.close()
    },
    /** Kills every process at once, as a loss of power does. */
    crash: () => untilGone(signal('SIGKILL')),
    /** Pauses every process. All connections stay open, as on a machine that hangs. */
    freeze: () => void signal('SIGSTOP'),
    thaw: () => void signal('SIGCONT'),
    /**
     * Pauses the processes that send the log of commits to other nodes or receive it. Returns a function that resumes
     * them.
     */
    pauseReplication: () =>
      runOn(url('postgres', 'postgres'), async (query) => {
        const { rows } = await query(
          'select pid from pg_stat_replication union select pid from pg_stat_wal_receiver',
        )
        const pids = z.parse(rowsSchema, rows).map(({ pid }) => pid)
        sendSignal(pids, 'SIGSTOP')
        return () => sendSignal(pids, 'SIGCONT')
      }),
    /** The end of the log of Patroni. Empty before the first start. */
    readLog: async () => {
      const path = join(folder, 'patroni.log')
      return existsSync(path) ? (await readFile(path, 'utf8')).slice(-LOG_LENGTH) : ''
    },
  }
}

/** A folder that the unprivileged user owns. */
export async function makeFolder(parent: string, name: string): Promise<string> {
  const folder = join(parent, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (AS_USER.uid !== undefined) await chown(folder, AS_USER.uid, AS_USER.gid)
  return folder
}

/**
 * Process id of the running postmaster. After a kill, `postmaster.pid` remains, and its id may belong to another
 * program.
 */
function findPostmaster(data: string): number | undefined {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return isRunning(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : undefined
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}

function sendSignal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // The process has already exited.
    }
  }
}
