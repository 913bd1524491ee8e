import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depth } from '#protocol/testing/tier.ts'
import { COMMANDS, OutcomeModel, type Command } from '#service/testing/outcome-model.ts'

const RUNS = depth({ usual: 300, full: 10_000 })

/** The most frequent steps, so that histories mostly consist of mining and polling. */
const USUAL = ['mine', 'mine', 'mine', 'round', 'round', 'settle', 'settle', 'outside', 'execute'] as const
const command: fc.Arbitrary<Command> = fc.record({
  do: fc.constantFrom(...COMMANDS, ...USUAL),
  on: fc.nat({ max: 11 }),
})
const histories = fc.array(command, { minLength: 10, maxLength: 80, size: 'max' })
const confirmations = fc.constantFrom(1n, 2n, 3n)

test('behavior: no order of events leads to a final record that is wrong', async () => {
  await fc.assert(
    fc.asyncProperty(confirmations, histories, async (needed, history) => {
      const model = new OutcomeModel(needed)
      for (const step of history) {
        await model.run(step)
        expect(model.lies(false)).toEqual([])
      }
      await model.finish()
      expect(model.lies(true)).toEqual([])
    }),
    { numRuns: RUNS },
  )
})

test('behavior: an execution by another party is found in the next round, and reverted with its block', async () => {
  const model = new OutcomeModel(1n)
  const history = [
    'hold',
    'round',
    'outside',
    'mine',
    'round',
    'reorganize',
    'round',
    'round',
    'decline',
  ] as const
  for (const step of history) await model.run({ do: step, on: 0 })
  await model.finish()
  expect(model.lies(true)).toEqual([])
})

test('behavior: a cancelled call that another party executed is CONFIRMED, and CANCELLED again after a reorg', async () => {
  const model = new OutcomeModel(1n)
  const steps = ['mine', 'hold', 'round', 'cancelHeld', 'outside', 'mine', 'round'] as const
  for (const step of steps) await model.run({ do: step, on: 0 })
  expect(model.states()).toEqual(['CONFIRMED'])
  for (const step of ['reorganize', 'round', 'approve'] as const) await model.run({ do: step, on: 8 })
  expect(model.states()).toEqual(['CANCELLED'])
  await model.finish()
  expect(model.lies(true)).toEqual([])
})
