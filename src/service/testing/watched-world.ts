import { expect } from 'vitest'
import * as z from 'zod/mini'
import { DESCRIBED_ENDPOINTS } from '#service/api-description/described-endpoints.ts'
import { EXAMPLES, TABLE_ROWS, type ExampleRequest, type TableRow } from './example-requests.ts'
import { startExampleWorld, type ExampleWorld } from './example-world.ts'
import type { Answer } from './harness.ts'
import { watchState, type StateWatch } from './state-watch.ts'

export type WatchedWorld = ExampleWorld & {
  state: StateWatch
  /** By row: a request that was never sent, which the row answers with 200. */
  valid: Map<string, ExampleRequest>
  /**
   * What is true of every answer, whatever was asked: no 5xx, the envelope, no state changed by a refusal, and
   * only codes that the description names. Without `table` another method than the row's was used.
   */
  checkAnswer: (answer: Answer, before: string, name: string, table?: TableRow) => Promise<void>
}

const errorsOf = new Map(DESCRIBED_ENDPOINTS.map(({ name, errors }) => [name, new Set<string>(errors)]))

/** The example world, with every change of its state seen from here on. */
export async function startWatchedWorld(): Promise<WatchedWorld> {
  const world = await startExampleWorld()
  const valid = new Map<string, ExampleRequest>()
  for (const { name } of TABLE_ROWS) {
    const example = EXAMPLES[name]
    if (example !== undefined) valid.set(name, await example.request(world))
  }
  const state = await watchState(world.ctx.db)

  async function checkAnswer(answer: Answer, before: string, name: string, table?: TableRow): Promise<void> {
    const why = answer.status < 500 ? '' : world.ctx.logLines.slice(-3).join('')
    expect(answer.status, `${name}: ${answer.text}\n${why}`).toBeLessThan(500)
    if (answer.status >= 400) {
      expect(await state.fingerprint(), `${name} changed something: ${answer.text}`).toBe(before)
      if (answer.content === undefined) return
      expect(typeof answer.content.message).toBe('string')
      if (table !== undefined)
        expect(errorsOf.get(name), `${name} may refuse with this`).toContain(answer.content.code)
    } else if (table !== undefined) {
      expect(table.row.answer.safeParse(answer.content).error?.issues, answer.text).toBeUndefined()
      await state.settled()
    }
  }
  return { ...world, state, valid, checkAnswer }
}

/** The fields that a row knows in one part of a request. */
export function fieldsOf({ row }: TableRow, part: 'body' | 'query' | 'params'): string[] {
  const schema = row[part]
  return schema === undefined ? [] : Object.keys(z.toJSONSchema(schema, { io: 'input' }).properties ?? {})
}
