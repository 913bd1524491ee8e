import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { listenLocally } from '#protocol/testing/listen-locally.ts'

/** A webhook that arrived at a receiver. `id` is the `webhook-id`. */
export type ReceivedWebhook = {
  id: string
  path: string
  headers: Record<string, string>
  body: string
}

export type WebhookReceiver = {
  /** `http://localhost:<port>/`, which only the sandbox calls. */
  url: string
  received: ReceivedWebhook[]
  /** Sets the response to each later request. The default is 204. */
  answer: (webhook: ReceivedWebhook, response: ServerResponse) => void
  /** The highest number of simultaneous open requests, for each path. */
  mostAtOnce: Map<string, number>
  close: () => Promise<void>
}

/** An integrator's backend that receives webhooks. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const unanswered = new Map<string, number>()
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    const path = incoming.url ?? '/'
    const now = (unanswered.get(path) ?? 0) + 1
    unanswered.set(path, now)
    receiver.mostAtOnce.set(path, Math.max(now, receiver.mostAtOnce.get(path) ?? 0))
    response.on('close', () => unanswered.set(path, (unanswered.get(path) ?? 1) - 1))
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const headers: Record<string, string> = {}
      for (const [name, value] of Object.entries(incoming.headers)) headers[name] = String(value)
      const body = Buffer.concat(chunks).toString('utf8')
      const webhook = { id: headers['webhook-id'] ?? '', path, headers, body }
      receiver.received.push(webhook)
      receiver.answer(webhook, response)
    })
  })
  const port = await listenLocally(server)
  const receiver: WebhookReceiver = {
    url: `http://localhost:${port}/`,
    received: [],
    answer: (_webhook, response) => response.writeHead(204).end(),
    mostAtOnce: new Map(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** Responds to every request with a status. */
export function answerWith(status: number, headers: Record<string, string> = {}): WebhookReceiver['answer'] {
  return (_webhook, response) => void response.writeHead(status, headers).end()
}
