const ROWS_MAX = 100

/**
 * Looks up rows by key, with one statement for all waiting callers. Callers that arrive during a statement wait for
 * the next statement, so each result comes from a statement that began after the call. Returns undefined if there is
 * no row.
 */
export function createReadTogether<Row>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (key: string) => Promise<Row | undefined> {
  type Waiting = { key: string; resolve: (row: Row | undefined) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let isReading = false

  async function readAll(): Promise<void> {
    isReading = true
    while (waiting.length > 0) {
      const some = waiting.splice(0, ROWS_MAX)
      try {
        const rows = await read(some.map(({ key }) => key))
        for (const { key, resolve } of some) resolve(rows.get(key))
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
    }
    isReading = false
  }
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isReading) void readAll()
    })
}
