import { expect, test, vi } from 'vitest'
import {
  isSessionGateOpen,
  isSessionOver,
  markSessionRestored,
  settleSessionGate,
  subscribeToSessionGate,
  waitForSession,
} from './session-gate.ts'

test('behavior: who declines stays signed out, and is not asked again by what nobody waits for', async () => {
  const told = vi.fn()
  const end = subscribeToSessionGate(told)
  expect(isSessionOver()).toBe(false)
  const [first, second] = [waitForSession(), waitForSession()]
  // A request that was on its way before says nothing of the session now.
  markSessionRestored()
  expect([isSessionGateOpen(), isSessionOver(), told.mock.calls.length]).toEqual([true, true, 1])
  settleSessionGate('declined')
  expect([await first, await second]).toEqual(['declined', 'declined'])
  expect([isSessionGateOpen(), isSessionOver(), told.mock.calls.length]).toEqual([false, true, 2])

  const third = waitForSession()
  settleSessionGate('renewed')
  expect([await third, isSessionGateOpen(), isSessionOver()]).toEqual(['renewed', false, false])
  end()
})

test('behavior: signed in again in another tab: the first request that is let in ends it', () => {
  void waitForSession()
  settleSessionGate('declined')
  expect(isSessionOver()).toBe(true)
  markSessionRestored()
  expect(isSessionOver()).toBe(false)
})
