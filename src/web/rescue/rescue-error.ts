/** What a person reads when a step cannot be done; `cause` is what the browser or the node said. */
export class RescueError extends Error {
  override readonly name = 'RescueError'
}
