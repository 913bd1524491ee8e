import { fdatasync, ftruncateSync, openSync, closeSync, readFileSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import * as z from 'zod/mini'
import { addressSchema, dataSchema, hashSchema } from './rpc-schemas.ts'

const wholeNumber = z.number().check(z.nonnegative())

/**
 * Everything that changes the embedded chain, in the order in which anvil received it:
 * `start` the block this log continues from; `tx` the pool accepted a transaction; `balance` an account was
 * given a balance; `mine` a block is about to be mined; `block` it was, with this hash.
 */
const recordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), chainId: z.number(), number: wholeNumber, hash: hashSchema }),
  z.object({ kind: z.literal('tx'), raw: dataSchema }),
  z.object({ kind: z.literal('balance'), address: addressSchema, wei: dataSchema }),
  z.object({ kind: z.literal('mine'), timestamp: wholeNumber }),
  z.object({ kind: z.literal('block'), number: wholeNumber, hash: hashSchema }),
])
export type BlockRecord = z.infer<typeof recordSchema>

export type BlockLog = ReturnType<typeof openBlockLog>

const sync = promisify(fdatasync)

/**
 * Opens a log, creating it when missing. A last line that a crash cut off was never answered and is
 * dropped.
 *
 * @param durable Off, `flush` does nothing: enough for tests, and for a process that is killed.
 * @throws Error for the operator when a line before the last valid one is damaged
 */
export function openBlockLog(path: string, durable: boolean) {
  const file = openSync(path, 'a+', 0o600)
  const { records, length } = parseLog(readFileSync(path), path)
  ftruncateSync(file, length)
  let written = 0
  let synced = 0
  let syncing: Promise<void> | undefined
  let broken: unknown
  let closed: Promise<void> | undefined

  /** Appends to the file: from then on it survives the end of this process. */
  function append(record: BlockRecord): void {
    // Nothing may follow half a line: the next start would treat all of it as damage.
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
  /** Resolves when everything appended so far is on the disk: it then survives a power cut. */
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
  /** Resolves when nothing more is written: what was appended is on the disk, and the file is closed. */
  async function close(): Promise<void> {
    try {
      await flush()
    } finally {
      closeSync(file)
    }
  }
  return {
    /** Records of the file when it was opened. */ records,
    append,
    flush,
    close: () => (closed ??= close()),
  }
}

/** One record as a line: checksum, space, JSON. */
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
    // A line that ends the file without its newline was cut off behind its last character: it counts as torn.
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
