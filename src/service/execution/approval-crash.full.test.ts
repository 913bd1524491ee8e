import { rm } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { runProgram } from '#service/testing/built-program.ts'
import { makeDataFolder } from '#service/testing/test-database.ts'

const CHILD = 'src/service/testing/approval-crash-child.ts'
const reportSchema = z.object({
  states: z.array(z.string()),
  events: z.array(z.string()),
  received: z.string(),
})
type Report = z.infer<typeof reportSchema>

const dataDir = await makeDataFolder('approval-crash')
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Runs one process from start to end. */
async function live(failpoint: string): Promise<{ report: Report; signal: NodeJS.Signals | null }> {
  let report: Report | undefined
  const signal = await runProgram([CHILD, dataDir, failpoint], (text) => {
    report = z.parse(reportSchema, JSON.parse(text))
  })
  return { report: report!, signal }
}

/**
 * Expects that every approval that an earlier process stored was sent and mined exactly once, and has exactly one
 * event.
 */
function expectWhole({ states, events, received }: Report, approvals: number): void {
  expect(states).toEqual(Array.from({ length: approvals }, () => 'CONFIRMED'))
  expect(received).toBe(String(approvals))
  for (const type of ['held', 'approved', 'submitted', 'confirmed']) {
    expect(events.filter((event) => event === `transaction.${type}`)).toHaveLength(approvals)
  }
  expect(events).toHaveLength(4 * approvals)
}

const FAILPOINTS = [
  ['before anything is sent', 'approved'],
  ['simulated, not sent', 'simulated'],
  ['with a nonce, not signed', 'nonce-taken'],
  ['stored, not broadcast', 'stored'],
  ['broadcast, not recorded', 'broadcast'],
  ['mined, not recorded', 'mined'],
  ['recorded, not announced', 'settled'],
] as const

test.each(FAILPOINTS)('behavior: %s', async (_, failpoint) => {
  const { signal } = await live(failpoint)
  expect(signal).toBe('SIGKILL')
})

test('behavior: the last process finds consistent data', async () => {
  const { report, signal } = await live('none')
  expectWhole(report, FAILPOINTS.length)
  expect(signal).toBeNull()
})
