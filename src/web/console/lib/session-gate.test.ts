import { expect, test, vi } from 'vitest'
import {
  isSessionGateOpen,
  isSessionOver,
  markSessionRestored,
  settleSessionGate,
  subscribeToSessionGate,
  waitForSession,
} from './session-gate.ts'

test('behavior: after declining, the user stays signed out and background requests do not prompt again', async () => {
  const listener = vi.fn()
  const end = subscribeToSessionGate(listener)
  expect(isSessionOver()).toBe(false)
  const [first, second] = [waitForSession(), waitForSession()]
  // The response to an earlier request does not show the current state of the session.
  markSessionRestored()
  expect([isSessionGateOpen(), isSessionOver(), listener.mock.calls.length]).toEqual([true, true, 1])
  settleSessionGate('declined')
  expect([await first, await second]).toEqual(['declined', 'declined'])
  expect([isSessionGateOpen(), isSessionOver(), listener.mock.calls.length]).toEqual([false, true, 2])

  const third = waitForSession()
  settleSessionGate('renewed')
  expect([await third, isSessionGateOpen(), isSessionOver()]).toEqual(['renewed', false, false])
  end()
})

test('behavior: the first successful request after a sign-in in another tab ends the signed-out state', () => {
  void waitForSession()
  settleSessionGate('declined')
  expect(isSessionOver()).toBe(true)
  markSessionRestored()
  expect(isSessionOver()).toBe(false)
})
