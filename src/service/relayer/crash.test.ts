import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { depth } from '#protocol/testing/tier.ts'
import { runProgram } from '#service/testing/built-program.ts'
import { makeDataFolder } from '#service/testing/test-database.ts'

const CHILD = 'src/service/testing/crash-child.ts'
const RANDOM_KILLS = Number(process.env['LATCHKEY_RANDOM_KILLS'] ?? depth({ usual: 2, full: 20 }))

const reportSchema = z.object({
  received: z.string(),
  kept: z.string(),
  states: z.array(z.string()),
  hashes: z.array(z.nullable(z.string())),
  mined: z.number(),
  nonces: z.array(z.number()),
  open: z.number(),
  chainNonce: z.number(),
  wallets: z.object({ stored: z.array(z.string()), deployed: z.number(), spentCodes: z.number() }),
})
const lineSchema = z.object({
  kind: z.string(),
  pid: z.optional(z.number()),
  transactionHash: z.optional(z.string()),
  /** Address in the response to a wallet creation. */
  address: z.optional(z.string()),
  /** Name of a request, also in its response. */
  name: z.optional(z.string()),
  asked: z.optional(z.unknown()),
})

type Life = {
  report: z.infer<typeof reportSchema>
  promisedBefore: string[]
  createdBefore: string[]
  chainPid: number
  signal: NodeJS.Signals | null
}

/** Hashes that any process has returned. */
const promised = new Set<string>()
/** Addresses of wallets whose creation any process has confirmed to the client. */
const created = new Set<string>()
const dataDir = await makeDataFolder('crash')
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Runs one process from start to end. After `killAfter` responses it is killed, whatever it is doing. */
async function live(failpoint: string, hits = 1, killAfter = Infinity): Promise<Life> {
  const promisedBefore = [...promised]
  const createdBefore = [...created]
  const life: Partial<Life> = {}
  /** Requests without a response yet. The next process gets them again, as from a retrying client. */
  const cutOff = new Map<string, unknown>()
  let answers = 0
  const signal = await runProgram([CHILD, dataDir, failpoint, String(hits)], (text, child) => {
    const line = z.parse(lineSchema, JSON.parse(text))
    if (line.kind === 'chain') life.chainPid = line.pid!
    if (line.kind === 'report') life.report = z.parse(reportSchema, JSON.parse(text))
    if (line.kind === 'unsettled') throw new Error(`left open: ${text}`)
    if (line.kind === 'asked') cutOff.set(line.name!, line.asked)
    if (line.kind !== 'answered') return
    answers += 1
    cutOff.delete(line.name!)
    if (line.address === undefined) promised.add(line.transactionHash!)
    else created.add(line.address.toLowerCase())
    if (answers >= killAfter) child.kill('SIGKILL')
  })
  await writeFile(join(dataDir, 'repeat.json'), JSON.stringify([...cutOff.values()]))
  return { report: life.report!, promisedBefore, createdBefore, chainPid: life.chainPid!, signal }
}

/** Invariants at the start of every process, however the previous one ended. */
function expectWhole({ report, promisedBefore, createdBefore }: Life): void {
  expect(report.open).toBe(0)
  expect(new Set(report.states)).toEqual(new Set(report.states.length === 0 ? [] : ['CONFIRMED']))
  expect(report.mined).toBe(report.states.length)
  // Each stored transaction transferred its token exactly once.
  expect(report.received).toBe(String(report.states.length))
  expect(BigInt(report.received) + BigInt(report.kept)).toBe(1_000_000n)
  for (const hash of promisedBefore) expect(report.hashes).toContain(hash)
  expect(report.nonces).toEqual(report.nonces.map((_, index) => index))
  expect(report.chainNonce).toBe(report.nonces.length)
  // Each stored wallet is deployed once and has used one code. No wallet that a client knows of is missing.
  const { stored, deployed, spentCodes } = report.wallets
  expect(new Set(stored).size).toBe(stored.length)
  expect(deployed).toBe(stored.length)
  expect(spentCodes).toBe(stored.length)
  for (const address of createdBefore) expect(stored).toContain(`${address} deployed`)
}

test.each([
  ['E0 and E4: simulated, nothing written', 'simulated', 6],
  ['E5: nonce taken, nothing stored', 'nonce-taken', 7],
  ['E1, E6 and C1: stored, not broadcast', 'stored', 5],
  ['E7, E8 and C2: broadcast, no response sent', 'broadcast', 9],
  ['E9: mined, not recorded', 'mined', 6],
  ['E10, recorded', 'settled', 8],
] as const)('behavior: %s', async (_, failpoint, hits) => {
  const life = await live(failpoint, hits)
  expectWhole(life)
  expect(life.signal).toBe('SIGKILL')
  await expect.poll(() => existsSync(`/proc/${life.chainPid}`)).toBe(false)
})

test(
  'behavior: recovers from repeated kills at random moments',
  async () => {
    for (let round = 0; round < RANDOM_KILLS; round += 1) {
      const life = await live('never', 1, 3 + Math.floor(Math.random() * 25))
      expectWhole(life)
      expect(life.signal).toBe('SIGKILL')
    }
  },
  60_000 * (RANDOM_KILLS + 1),
)

test('behavior: the last process finds consistent data', async () => {
  const life = await live('none')
  expectWhole(life)
  expect(life.signal).toBeNull()
  expect(promised.size).toBeGreaterThan(10)
  expect(created.size).toBeGreaterThan(5)
})
