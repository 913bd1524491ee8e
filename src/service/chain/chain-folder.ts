import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Hex } from 'viem'
import { openBlockLog, type BlockLog } from './block-log.ts'

/** A possible start: a snapshot (none at block 0) and the logs after it, in order. */
export type Origin = { number: number; snapshotPath?: string; logNumbers: number[] }

export type Snapshot = {
  number: number
  hash: Hex
  chainId: number
  /** Compressed with gzip. */
  state: Uint8Array
  /** Transactions that wait in the pool. A dumped state does not contain them. */
  pool: readonly Hex[]
}

const SNAPSHOTS_KEPT = 2
const SNAPSHOT = /^snapshot-([0-9]+)\.json\.gz$/
const LOG = /^blocks-([0-9]+)\.log$/

/**
 * The files of an embedded chain: `snapshot-<n>.json.gz`, the state at block n as anvil dumps it, and
 * `blocks-<n>.log`, the changes after it. Block 0 needs no snapshot. The two newest pairs stay, so a damaged
 * snapshot only makes the next start slower.
 */
export class ChainFolder {
  private readonly directory: string
  private readonly durable: boolean

  constructor(directory: string, durable: boolean) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    this.directory = directory
    this.durable = durable
  }

  /** Whether the folder has no chain. */
  isEmpty(): boolean {
    return this.numbers(LOG).length === 0
  }

  /** Lists every possible start, best first. */
  origins(): Origin[] {
    const logs = this.numbers(LOG).toReversed()
    const withSnapshot = this.wholeSnapshots().map((number) => ({
      number,
      snapshotPath: this.snapshotPath(number),
      logNumbers: logs.filter((log) => log >= number),
    }))
    if (logs.length === 0) return [{ number: 0, logNumbers: [0] }]
    return logs[0] === 0 ? [...withSnapshot, { number: 0, logNumbers: logs }] : withSnapshot
  }

  /** Calls `start` with the state of an origin, which anvil reads from an uncompressed file. */
  async withState<Started>(
    { snapshotPath }: Origin,
    start: (path?: string) => Promise<Started>,
  ): Promise<Started> {
    if (snapshotPath === undefined) return start()
    const path = join(this.directory, 'state.json')
    try {
      await pipeline(createReadStream(snapshotPath), createGunzip(), createWriteStream(path, { mode: 0o600 }))
      return await start(path)
    } finally {
      rmSync(path, { force: true })
    }
  }

  openLog(number: number): BlockLog {
    return openBlockLog(this.logPath(number), this.durable)
  }

  /** Writes the snapshot of a block and the log that follows it, and deletes files that are no longer needed. */
  async rotate(snapshot: Snapshot): Promise<void> {
    const { number, hash, chainId, state, pool } = snapshot
    await this.writeWhole(this.snapshotPath(number), async (path) => {
      const file = await open(path, 'w', 0o600)
      try {
        await file.writeFile(state)
        if (this.durable) await file.sync()
      } finally {
        await file.close()
      }
    })
    await this.writeWhole(this.logPath(number), async (path) => {
      const log = openBlockLog(path, this.durable)
      log.append({ kind: 'start', chainId, number, hash })
      for (const raw of pool) log.append({ kind: 'tx', raw })
      await log.close()
    })
    this.removeOlder()
  }

  /** Lists the complete snapshots. A snapshot without its log is left from a rotation that a crash interrupted. */
  private wholeSnapshots(): number[] {
    const logs = this.numbers(LOG)
    return this.numbers(SNAPSHOT).filter((number) => logs.includes(number))
  }

  /** Writes under another name and renames, so that the file is never incomplete. */
  private async writeWhole(path: string, write: (path: string) => Promise<void>): Promise<void> {
    const unfinished = `${path}.unfinished`
    rmSync(unfinished, { force: true })
    await write(unfinished).catch((error: unknown) => {
      // A partial snapshot is useless and would keep a full disk full.
      rmSync(unfinished, { force: true })
      throw error
    })
    await rename(unfinished, path)
    if (!this.durable || process.platform === 'win32') return
    const folder = await open(this.directory, 'r')
    await folder.sync()
    await folder.close()
  }

  private removeOlder(): void {
    const newest = this.wholeSnapshots().slice(0, SNAPSHOTS_KEPT)
    const oldest = newest.length < SNAPSHOTS_KEPT ? 0 : Math.min(...newest)
    const isOld = (number: number) => number < oldest
    for (const number of this.numbers(SNAPSHOT).filter(isOld))
      rmSync(this.snapshotPath(number), { force: true })
    for (const number of this.numbers(LOG).filter(isOld)) rmSync(this.logPath(number), { force: true })
  }

  /** Reads the block numbers in the file names, highest first. */
  private numbers(pattern: RegExp): number[] {
    return readdirSync(this.directory)
      .map((name) => pattern.exec(name)?.[1])
      .filter((digits) => digits !== undefined)
      .map(Number)
      .toSorted((a, b) => b - a)
  }

  private snapshotPath(number: number): string {
    return join(this.directory, `snapshot-${number}.json.gz`)
  }

  private logPath(number: number): string {
    return join(this.directory, `blocks-${number}.log`)
  }
}
