import { toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { EXECUTED_TOPIC } from './executed-logs.ts'

test('behavior: the topic is that of the wallet’s event', () => {
  expect(EXECUTED_TOPIC).toBe(toEventSelector('Executed(bytes32)'))
})
