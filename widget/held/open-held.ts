import { findUnfinished } from './find-unfinished.ts'
import { followFailed } from './follow-failed.ts'
import { handIn, untilWanted } from './hand-in.ts'
import type { Held } from '#widget/files.ts'
import { viewHeld } from './view-held.ts'

/** The entry of the file for calls without a final state: held, perhaps submitted, failed for now. */
export default function openHeld(): Held {
  return { find: findUnfinished, handIn, followFailed, untilWanted, view: viewHeld }
}
