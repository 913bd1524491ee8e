import { expect } from 'vitest'
import * as z from 'zod/mini'
import { DESCRIBED_ENDPOINTS } from '#service/api-description/described-endpoints.ts'
import { EXAMPLES, type ExampleRequest } from './example-requests.ts'
import { startExampleService } from './example-service.ts'
import { watchState } from './state-watch.ts'
import { EXAMPLE_PARAMS, fillPath, TABLE_ROWS, type TableRow } from './table-rows.ts'
import type { Answer } from './test-service.ts'

const refusal = z.object({
  statusCode: z.number(),
  content: z.object({ message: z.string(), code: z.string() }),
})

const errorsOf = new Map(DESCRIBED_ENDPOINTS.map(({ name, errors }) => [name, new Set<string>(errors)]))

export type WatchedService = Awaited<ReturnType<typeof startWatchedService>>

/** The example service, which detects every later change of its state. */
export async function startWatchedService() {
  const world = await startExampleService()
  /** An unsent request per endpoint, which the endpoint accepts with 200. */
  const valid = new Map<string, ExampleRequest>()
  for (const { name } of TABLE_ROWS) {
    const example = EXAMPLES[name]
    if (example !== undefined) valid.set(name, await example.request(world))
  }
  const state = await watchState(world.ctx.db)

  /**
   * Checks that hold for every response, regardless of the request: no 5xx, the envelope, no state changed by a
   * refusal, and only codes in the description. `table` is undefined if the method of the request is not that of the
   * endpoint.
   */
  async function checkAnswer(answer: Answer, before: string, name: string, table?: TableRow): Promise<void> {
    const why = answer.status < 500 ? '' : world.ctx.logLines.slice(-3).join('')
    expect(answer.status, `${name}: ${answer.text}\n${why}`).toBeLessThan(500)
    if (answer.status >= 400) {
      expect(await state.fingerprint(), `${name} changed something: ${answer.text}`).toBe(before)
      if (answer.content === undefined) return
      expect(typeof answer.content.message).toBe('string')
      if (table !== undefined)
        expect(errorsOf.get(name), `${name} may refuse with this`).toContain(answer.content.code)
      return
    }
    if (table !== undefined)
      expect(table.row.answer.safeParse(answer.content).error?.issues, answer.text).toBeUndefined()
    // Another method may have been that of another endpoint, whose work has begun as well.
    await state.settled()
  }

  /** Sends bytes as the body of a request to an endpoint, with a valid path, and reads the refusal. */
  async function sendBytes(table: TableRow, body: Buffer<ArrayBuffer>) {
    const path = fillPath(table, { ...EXAMPLE_PARAMS, ...valid.get(table.name)?.params })
    const headers = { 'x-api-key': world.demo.key, 'content-type': 'application/json' }
    const request = new Request(`http://service.test${path}`, { method: table.row.method, headers, body })
    const response = await world.fetch(request)
    const text = await response.text()
    const answer = refusal.safeParse(JSON.parse(text))
    if (!answer.success)
      throw new Error(`${table.name} has not refused ${body.toString('latin1', 0, 100)}: ${text}`)
    expect(answer.data.statusCode).toBe(response.status)
    return { status: response.status, code: answer.data.content.code }
  }
  return { ...world, state, valid, checkAnswer, sendBytes }
}

export type RequestPart = 'body' | 'query' | 'params'

/** The fields of an endpoint in one part of a request. */
export const listFields = (table: TableRow, part: RequestPart): string[] =>
  Object.keys(readFieldSchemas(table, part))

/** The fields of an endpoint in one part of a request, with their JSON schemas. */
export function readFieldSchemas({ row }: TableRow, part: RequestPart) {
  const schema = row[part]
  return schema === undefined ? {} : (z.toJSONSchema(schema, { io: 'input' }).properties ?? {})
}
