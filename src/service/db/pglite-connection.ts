import { messages, protocol } from '@electric-sql/pglite'
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import { joinBytes } from '#shared/signing/hex.ts'
import { parameterText } from './parameter-text.ts'
import { readValue } from './pglite-values.ts'
import { isPlannedEachTime } from './planned-each-time.ts'
import type { PGliteEngine } from './pglite-engine.ts'
import type { TableVersions } from './table-versions.ts'

type Field = { name: string; dataTypeID: number }
type Prepared = { name: string; fields: readonly Field[] }
type BackendMessages = Parameters<Parameters<protocol.Parser['parse']>[1]>[0][]

const { serialize } = protocol
const SYNC = serialize.sync()
const DESCRIBE = serialize.describe({ type: 'P' })
const EXECUTE = serialize.execute()
const COMMIT = unprepared('commit')
const ROLLBACK = unprepared('rollback')

/** Statements kept prepared; beyond that all are forgotten and prepared anew when they come again. */
const PREPARED_MAX = 500
const SEEN_MAX = 2_000
/** What does not change the shape of any other statement's answer. */
const LEAVES_SHAPES =
  /^\s*(?:\/\*.*?\*\/\s*)?(?:select|insert|update|delete|with|merge|savepoint|release|rollback|analyze|vacuum|checkpoint)\b/i

/**
 * The one session of the embedded engine. A query is one message to it instead of six, and a statement that
 * comes a second time is prepared: parsing and planning are most of a query's cost there. `begin` goes along
 * with the first query of its transaction.
 */
export class PGliteConnection implements DatabaseConnection {
  readonly #engine: PGliteEngine
  readonly #parser = new protocol.Parser()
  readonly #versions: TableVersions
  readonly #prepared = new Map<string, Prepared>()
  readonly #seen = new Set<string>()
  #statements = 0
  #pendingBegin: Uint8Array | undefined
  #isLocked = false
  readonly #waiting: (() => void)[] = []
  /** Told what is notified on the channels that this session listens to. */
  onNotification: (payload: string) => void = () => undefined

  constructor(engine: PGliteEngine, versions: TableVersions) {
    this.#engine = engine
    this.#versions = versions
  }

  /** Resolves when it is this one's turn; whoever has it keeps it until `unlock`. */
  async lock(): Promise<void> {
    if (this.#isLocked) await new Promise<void>((locked) => this.#waiting.push(locked))
    this.#isLocked = true
  }

  unlock(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#isLocked = false
    else next()
  }

  begin(text: string): void {
    this.#pendingBegin = unprepared(text)
  }

  async commit(): Promise<void> {
    if (this.#dropPendingBegin()) return
    const answers = await this.#send([COMMIT, SYNC])
    // Postgres ends an aborted transaction with this word instead of an error.
    if (commandOf(answers) === 'ROLLBACK') throw new AbortedTransactionError()
  }

  async rollback(): Promise<void> {
    if (this.#dropPendingBegin()) return
    await this.#send([ROLLBACK, SYNC])
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  async executeQuery(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const { sql } = query
    this.#versions.noteStatement(sql)
    const values = query.parameters.map(parameterText)
    if (!LEAVES_SHAPES.test(sql)) await this.#forgetPrepared()
    const known = this.#prepared.get(sql)
    if (known !== undefined) {
      const bound = serialize.bind({ statement: known.name, values })
      return this.#result(await this.#send([bound, EXECUTE, SYNC]), known.fields)
    }
    return this.#firstTimes(sql, values)
  }

  // oxlint-disable-next-line require-yield -- there is nothing to yield
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('The embedded engine answers whole results only')
  }

  /** A statement is prepared the second time it comes: many come once. */
  async #firstTimes(sql: string, values: (string | null)[]): Promise<QueryResult<unknown>> {
    const again = this.#seen.has(sql) && !isPlannedEachTime(sql)
    const name = again ? `s${(this.#statements += 1)}` : ''
    const parsed = serialize.parse({ name, text: sql })
    const bound = serialize.bind({ statement: name, values })
    const answers = await this.#send([parsed, bound, DESCRIBE, EXECUTE, SYNC])
    const fields = fieldsOf(answers)
    if (again) await this.#keep(sql, { name, fields })
    else this.#note(sql)
    return this.#result(answers, fields)
  }

  async #keep(sql: string, prepared: Prepared): Promise<void> {
    this.#prepared.set(sql, prepared)
    if (this.#prepared.size > PREPARED_MAX) await this.#forgetPrepared()
  }

  #note(sql: string): void {
    if (this.#seen.size >= SEEN_MAX) this.#seen.clear()
    this.#seen.add(sql)
  }

  async #forgetPrepared(): Promise<void> {
    if (this.#prepared.size === 0) return
    this.#prepared.clear()
    await this.#send([unprepared('deallocate all'), SYNC])
  }

  #dropPendingBegin(): boolean {
    const pending = this.#pendingBegin !== undefined
    this.#pendingBegin = undefined
    return pending
  }

  /** @throws DatabaseError of the engine, with its SQLSTATE in `code` */
  async #send(parts: readonly Uint8Array[]): Promise<BackendMessages> {
    const begin = this.#pendingBegin
    this.#pendingBegin = undefined
    return this.#read(await this.#engine.exchange(joinBytes(begin === undefined ? parts : [begin, ...parts])))
  }

  #read(bytes: Uint8Array): BackendMessages {
    const answers: BackendMessages = []
    let failure: messages.DatabaseError | undefined
    this.#parser.parse(bytes, (answer) => {
      if (answer instanceof messages.DatabaseError) failure ??= answer
      else if (answer instanceof messages.NotificationResponseMessage) this.#tell(answer.payload)
      else answers.push(answer)
    })
    if (failure !== undefined) throw failure
    return answers
  }

  /** On its own: whoever hears of it cannot fail the query that it came with. */
  #tell(payload: string): void {
    queueMicrotask(() => this.onNotification(payload))
  }

  #result(answers: BackendMessages, fields: readonly Field[]): QueryResult<unknown> {
    const rows: unknown[] = []
    for (const answer of answers)
      if (answer instanceof messages.DataRowMessage) rows.push(this.#row(answer.fields, fields))
    const affected = affectedOf(answers)
    return affected === undefined ? { rows } : { rows, numAffectedRows: affected }
  }

  #row(values: readonly (string | null)[], fields: readonly Field[]): Record<string, unknown> {
    const row: Record<string, unknown> = {}
    for (const [index, { name, dataTypeID }] of fields.entries()) {
      row[name] = readValue(values[index] ?? null, dataTypeID)
    }
    return row
  }
}

function unprepared(text: string): Uint8Array {
  return Buffer.concat([serialize.parse({ text }), serialize.bind(), EXECUTE])
}

function fieldsOf(answers: BackendMessages): readonly Field[] {
  const described = answers.find((answer) => answer instanceof messages.RowDescriptionMessage)
  return described?.fields ?? []
}

function commandOf(answers: BackendMessages): string {
  const completed = answers.findLast((answer) => answer instanceof messages.CommandCompleteMessage)
  return completed?.text ?? ''
}

/** Such as `INSERT 0 3` or `UPDATE 2`; other commands change no rows. */
function affectedOf(answers: BackendMessages): bigint | undefined {
  const count = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/.exec(commandOf(answers))?.[1]
  return count === undefined ? undefined : BigInt(count)
}
