/** A JSON-RPC request on its way into a batch; `answer` is the node's, not parsed yet. */
export type BatchItem = {
  method: string
  params: readonly unknown[]
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}

export type BatchLimits = {
  /** Batches under way at once; what comes meanwhile makes up the next ones. */
  underWayMax: number
  /** Requests in one batch. */
  sizeMax: number
}

/**
 * Gathers requests that are made at the same time, or while others are under way, into few batches: for a node
 * on the same machine, where a request's HTTP costs more than its answer.
 *
 * @param post Sends a batch and settles its items; does not reject.
 */
export function createBatches(
  limits: BatchLimits,
  post: (batch: readonly BatchItem[]) => Promise<void>,
): (method: string, params: readonly unknown[]) => Promise<unknown> {
  const waiting: BatchItem[] = []
  let underWay = 0
  let gathering = false

  function sendWaiting(): void {
    gathering = false
    while (waiting.length > 0 && underWay < limits.underWayMax) {
      underWay += 1
      void post(waiting.splice(0, limits.sizeMax)).finally(() => {
        underWay -= 1
        sendWaiting()
      })
    }
  }
  function gather(): void {
    if (gathering) return
    gathering = true
    // All that the present turn asks for goes together.
    queueMicrotask(sendWaiting)
  }
  return (method, params) =>
    new Promise((resolve, reject) => {
      waiting.push({ method, params, resolve, reject })
      gather()
    })
}
