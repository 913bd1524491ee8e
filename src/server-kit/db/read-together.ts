const ROWS_MAX = 100

/**
 * Looks rows up by a key, for all who wait at the moment in one statement. While one is under way, those who come wait for the
 * next: each is answered by a statement that began after it was asked for. `undefined` where there is no row.
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
