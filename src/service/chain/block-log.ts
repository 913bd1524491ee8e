import { fdatasync, ftruncateSync, openSync, closeSync, readFileSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import * as z from 'zod/mini'
import { addressSchema, dataSchema, hashSchema } from './rpc-schemas.ts'

const wholeNumber = z.number().check(z.nonnegative())

/**
 * Everything that changes the embedded chain, in the order in which anvil received it.
 *
 * `start`: the block from which this log continues.
 * `tx`: the pool accepted a transaction.
 * `balance`: an account was given a balance.
 * `mine`: a block is about to be mined.
 * `block`: this block was mined, with this hash.
 */
const recordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), chainId: z.number(), number: wholeNumber, hash: hashSchema }),
  z.object({ kind: z.literal('tx'), raw: dataSchema }),
  z.object({ kind: z.literal('balance'), address: addressSchema, wei: dataSchema }),
  z.object({ kind: z.literal('mine'), timestamp: wholeNumber }),
  z.object({ kind: z.literal('block'), number: wholeNumber, hash: hashSchema }),
])
export type BlockRecord = z.infer<typeof recordSchema>

export type BlockLog = {
  /** Records of the file when it was opened. */
  records: readonly BlockRecord[]
  /** Appends to the file. The record then survives the end of this process. */
  append: (record: BlockRecord) => void
  /** Resolves when everything appended so far is on the disk and survives a power failure. */
  flush: () => Promise<void>
  /** Resolves when everything appended is on the disk and the file is closed. */
  close: () => Promise<void>
}

const sync = promisify(fdatasync)

/**
 * Opens a log and creates it if it is missing. A last line that a crash truncated was never confirmed to a
 * caller, so it is dropped.
 *
 * @param durable If false, `flush` does nothing. That is enough for tests, and for a process that is killed.
 * @throws Error for the operator if a line before the last valid one is damaged
 */
export function openBlockLog(path: string, durable: boolean): BlockLog {
  const file = openSync(path, 'a+', 0o600)
  const { records, length } = parseLog(readFileSync(path), path)
  ftruncateSync(file, length)
  let written = 0
  let synced = 0
  let syncing: Promise<void> | undefined
  let broken: unknown
  let closed: Promise<void> | undefined

  function append(record: BlockRecord): void {
    // Nothing may follow a partial line. The next start would treat the line as damage in the middle of the log.
    if (broken !== undefined) throw broken
    const bytes = Buffer.from(line(record))
    try {
      for (let offset = 0; offset < bytes.length; offset += writeSync(file, bytes, offset));
    } catch (error) {
      broken = error
      throw error
    }
    written += 1
  }
  async function flush(): Promise<void> {
    const target = written
    while (durable && synced < target) {
      syncing ??= syncOnce()
      await syncing
    }
  }
  async function syncOnce(): Promise<void> {
    const reached = written
    try {
      await sync(file)
      synced = reached
    } finally {
      syncing = undefined
    }
  }
  async function close(): Promise<void> {
    try {
      await flush()
    } finally {
      closeSync(file)
    }
  }
  return { records, append, flush, close: () => (closed ??= close()) }
}

/** Formats a record as a line: checksum, space, JSON. */
function line(record: BlockRecord): string {
  const json = JSON.stringify(record)
  return `${checksum(json)} ${json}\n`
}

function parseLog(content: Buffer, path: string): { records: BlockRecord[]; length: number } {
  const records: BlockRecord[] = []
  let length = 0
  let torn = false
  for (const text of content.toString('utf8').split('\n')) {
    const record = parseLine(text)
    if (record === undefined) {
      torn = true
      continue
    }
    if (torn) throw new Error(`${path} is damaged in the middle: restore the folder from a backup.`)
    // A last line that lacks only its newline is incomplete too, so it is dropped.
    if (length + Buffer.byteLength(text) + 1 > content.length) break
    records.push(record)
    length += Buffer.byteLength(text) + 1
  }
  return { records, length }
}

function parseLine(text: string): BlockRecord | undefined {
  const json = text.slice(9)
  if (text.length < 10 || text.charAt(8) !== ' ' || text.slice(0, 8) !== checksum(json)) return undefined
  const parsed = recordSchema.safeParse(JSON.parse(json))
  return parsed.success ? parsed.data : undefined
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0')
}
