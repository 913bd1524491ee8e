import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { listenLocally } from '#protocol/testing/listen-locally.ts'

const requestSchema = z.object({ id: z.number(), method: z.string() })

/** Responds to one request of JSON-RPC. */
export type NodeResponse = (response: ServerResponse, request: z.infer<typeof requestSchema>) => void

/** Starts a node that responds as the running test defines, and returns its URL. It stops with the test. */
export async function startAnsweringNode(respond: NodeResponse): Promise<string> {
  const server = createServer((incoming, response) => {
    json(incoming).then(
      (body) => respond(response, requestSchema.parse(body)),
      () => response.destroy(),
    )
  })
  const port = await listenLocally(server)
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  return `http://127.0.0.1:${port}/`
}

/** Responds with JSON-RPC that has these members. */
export const respondWith =
  (members: object): NodeResponse =>
  (response, { id }) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...members }))
