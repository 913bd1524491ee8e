import { parse, protocol, type PGlite, type Results } from '@electric-sql/pglite'
import { joinBytes } from '#protocol/signing/hex.ts'
import { PREPARED_MARK } from '#server-kit/db/prepared.ts'

const { serialize } = protocol
const ANSWER = [serialize.describe({ type: 'P' }), serialize.execute(), serialize.sync()]

/** Runs queries on the embedded engine one after the other, with a prepared statement if the text is marked. */
export class PreparedStatements {
  readonly #pglite: PGlite
  readonly #names = new Map<string, string>()

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  async query(text: string, parameters: unknown[]): Promise<Results> {
    const isMarked = text.startsWith(PREPARED_MARK)
    if (!isMarked || !parameters.every((one) => typeof one === 'string'))
      return this.#pglite.query(text, parameters)
    const statement = this.#names.get(text) ?? (await this.#prepare(text))
    const answers = await this.#exchange([serialize.bind({ statement, values: parameters }), ...ANSWER])
    const [result] = parse.parseResults(answers, this.#pglite.parsers)
    return result ?? { rows: [], fields: [] }
  }

  async #prepare(text: string): Promise<string> {
    const name = `prepared_${this.#names.size}`
    await this.#exchange([serialize.parse({ name, text }), serialize.sync()])
    this.#names.set(text, name)
    return name
  }

  async #exchange(parts: Uint8Array[]) {
    return (await this.#pglite.execProtocol(joinBytes(parts), { syncToFs: false })).messages
  }
}
