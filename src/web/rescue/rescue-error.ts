/** A failed step, in words for the person; `cause` is the browser's or the node's error. */
export class RescueError extends Error {
  override readonly name = 'RescueError'
}
