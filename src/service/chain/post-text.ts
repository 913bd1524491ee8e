import type { Dispatcher } from 'undici'

/** Thrown when an answer was not there in time. */
class PostTimeoutError extends Error {
  override name = 'PostTimeoutError'
}

/**
 * Posts a body and answers the text of the response, whatever its status. `deadline` is of `performance.now()`. Made of
 * the dispatcher's own calls: a stream and an abort signal for each of a few thousand requests cost more than the rest.
 *
 * @throws PostTimeoutError, and the errors of undici
 */
export function postText(
  dispatcher: Dispatcher,
  request: { path: string; headers: Record<string, string>; body: string; deadline: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let sending: Dispatcher.DispatchController | undefined
    let isOver = false
    const cut = () => {
      isOver = true
      const error = new PostTimeoutError('no answer in time')
      sending?.abort(error)
      reject(error)
    }
    const timer = setTimeout(cut, Math.max(1, request.deadline - performance.now()))
    const { path, headers, body } = request
    dispatcher.dispatch(
      { method: 'POST', path, headers, body },
      {
        onRequestStart: (controller) => {
          sending = controller
          if (isOver) controller.abort(new PostTimeoutError('no answer in time'))
        },
        onResponseStart: () => undefined,
        onResponseData: (_controller, chunk) => {
          chunks.push(chunk)
        },
        onResponseEnd: () => {
          clearTimeout(timer)
          resolve(textOf(chunks))
        },
        onResponseError: (_controller, error) => {
          clearTimeout(timer)
          reject(error)
        },
      },
    )
  })
}

function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks
  return (chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)).toString()
}
