import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { createMcpServer } from '#cli/mcp/create-mcp-server.ts'
import type { ToolApi } from '#cli/mcp/send-request.ts'
import { type Scope, SCOPES } from '#protocol/endpoint.ts'

const resultSchema = z.object({
  isError: z.optional(z.boolean()),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
})

/** The versions of the protocol that a client negotiates: only those of 2025, or the newest that the server has. */
export type Negotiation = 'legacy' | 'auto'

/** The SDK's own client, connected to a server in this process as over standard input and output. */
export async function connectMcp(
  api: ToolApi,
  { mode = 'auto', scopes = SCOPES }: { mode?: Negotiation; scopes?: readonly Scope[] } = {},
) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const failures: unknown[] = []
  const onError = (error: unknown) => void failures.push(error)
  const served = serveStdio(() => createMcpServer(api, { scopes, onError }), {
    transport: theirs,
    onerror: onError,
  })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(ours)
  return {
    ...withTools(client),
    failures,
    stop: async () => {
      await client.close()
      await served.close()
    },
  }
}

/** A connected client, with calls whose results are read. */
export function withTools(client: Client) {
  /** Everything that the agent has read. */
  const seen: string[] = []
  return {
    client,
    seen,
    /** Calls a tool. Returns the JSON that the agent reads, or an error of the protocol. */
    call: async (name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> => {
      const result = await client.callTool({ name, arguments: args }).catch((error: unknown) => {
        seen.push(String(error))
        return undefined
      })
      if (result === undefined) return { isError: true, isTool: false }
      const { isError = false, content } = resultSchema.parse(result)
      seen.push(content[0].text)
      return { isError, isTool: true, ...readJson(content[0].text) }
    },
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- assertions look into it; nothing trusts it
type Read = any
/** `isTool` is false if the server has no tool of this name. */
type ToolAnswer = {
  isError: boolean
  isTool: boolean
  content?: Read
  next?: Read
  proposal?: Read
  error?: Read
}

function readJson(text: string): object {
  const read: unknown = JSON.parse(text)
  expect(read).toBeTypeOf('object')
  return Object(read)
}
