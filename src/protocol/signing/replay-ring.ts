import type { Hex } from 'viem'

/** Slots of a wallet's replay ring (replay-ring.test.ts compares it with `ReplayRing.sol`). */
export const REPLAY_SLOTS = 8

/** The slot that a call's digest takes. */
export function replaySlot(digest: Hex): number {
  return Number(`0x${digest.slice(-2)}`) % REPLAY_SLOTS
}
