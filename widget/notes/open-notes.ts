import { drawNotes } from './draw-notes.ts'
import { lookUp } from './look-up.ts'
import type { NotesOf } from '#widget/flows/send-context.ts'

/** The entry of the file for the notes on a call, and for its preconditions. */
export default function openNotes(): NotesOf {
  return async (context, confirmation) => {
    const notes = await lookUp(context, confirmation)
    return { ...notes, draw: (stage) => drawNotes(stage, notes) }
  }
}
