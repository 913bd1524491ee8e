import type { Held } from '#widget/files.ts'
import { findUnfinished } from './find-unfinished.ts'
import { followFailed } from './follow-failed.ts'
import { resubmit, untilWanted } from './resubmit.ts'
import { viewHeld, viewWaiting } from './view-held.ts'

/** Entry of the file for calls without a final state: held, perhaps submitted, or failed for now. */
export default function openHeld(): Held {
  return { find: findUnfinished, resubmit, followFailed, untilWanted, view: viewHeld, waiting: viewWaiting }
}
