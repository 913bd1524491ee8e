import { Pool } from 'undici'

export type LoadRequest = {
  method: 'GET' | 'POST'
  path: string
  body?: string
  headers?: Record<string, string>
}

export type LoadResult = {
  count: number
  seconds: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Responses other than 200, by status and text, with their counts. */
  refused: Map<string, number>
}

export type LoadOptions = {
  origin: string
  /** API key for requests that have no headers of their own. */
  apiKey?: string
  connections: number
  /** Returns the next request. Undefined if there are no more. */
  next: () => LoadRequest | undefined
  /** Called with the body of each 200. */
  onAnswer?: (text: string) => void
}

/** Keeps `connections` requests in progress until `next` returns no more. Each response triggers the next request. */
export async function drive(options: LoadOptions): Promise<LoadResult> {
  const pool = new Pool(options.origin, { connections: options.connections, pipelining: 1 })
  const withKey = { 'x-api-key': options.apiKey ?? '' }
  const times: number[] = []
  const refused = new Map<string, number>()

  async function worker(): Promise<void> {
    for (let request = options.next(); request !== undefined; request = options.next()) {
      const startedAt = performance.now()
      const { method, path, body = null, headers = withKey } = request
      const sent = { ...headers, 'content-type': 'application/json' }
      const answer = await pool.request({ method, path, headers: sent, body })
      const text = await answer.body.text()
      times.push(performance.now() - startedAt)
      if (answer.statusCode === 200) options.onAnswer?.(text)
      else {
        const kind = `${answer.statusCode} ${text.slice(0, 200)}`
        refused.set(kind, (refused.get(kind) ?? 0) + 1)
      }
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: options.connections }, worker))
  const seconds = (performance.now() - startedAt) / 1_000
  await pool.close()
  return {
    count: times.length,
    seconds,
    perSecond: times.length / seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    refused,
  }
}

/** Repeats the requests in turn until the time is over. */
export function forSeconds(seconds: number, requests: readonly LoadRequest[]): () => LoadRequest | undefined {
  const endsAt = performance.now() + seconds * 1_000
  let index = 0
  return () => (performance.now() < endsAt ? requests[index++ % requests.length] : undefined)
}

/** Returns each request once. */
export function each(requests: readonly LoadRequest[]): () => LoadRequest | undefined {
  let index = 0
  return () => requests[index++]
}

/** The smallest measured value that at least this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
