import { expect, test } from 'vitest'
import { ANSWER_FAULTS } from './testing/node-faults/answer-faults.ts'
import { BLOCK_FAULTS } from './testing/node-faults/block-faults.ts'
import { POOL_FAULTS } from './testing/node-faults/pool-faults.ts'
import { testFaults } from './testing/node-faults/test-faults.ts'
import { TRANSPORT_FAULTS } from './testing/node-faults/transport-faults.ts'

test('param: at least 40 faults of a node have a row, each with its own name', () => {
  const rows = [...ANSWER_FAULTS, ...TRANSPORT_FAULTS, ...POOL_FAULTS, ...BLOCK_FAULTS]
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  expect(rows.length).toBeGreaterThanOrEqual(40)
})

testFaults(ANSWER_FAULTS)
