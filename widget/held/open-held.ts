import { findUnfinished } from './find-unfinished.ts'
import type { Held } from './held.ts'
import { viewHeld } from './view-held.ts'

/** The entry of the file for transactions that wait for their user's approval. */
export default function openHeld(): Held {
  return { find: findUnfinished, view: viewHeld }
}
