import { compressed, rpcBody, type Fault, type Reply } from '#service/testing/fault-proxy.ts'
import { eachNth, eachNthButRetries, replying, SEND, type FaultRow } from './fault-row.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

const html = (status: number, words: string): Fault => {
  const body = `<html><head><title>${status} ${words}</title></head><body><h1>${status} ${words}</h1></body></html>`
  return () => ({ status, headers: { 'content-type': 'text/html' }, body })
}

/** A fault that applies to every request. */
const always = (fault: Fault) => () => fault

/** Faults between the service and the node: gateways, load balancers, connections. */
export const TRANSPORT_FAULTS: readonly FaultRow[] = [
  {
    name: '429 without Retry-After for every third request',
    create: eachNth(3, () => ({ status: 429, headers: JSON_TYPE, body: '{"message":"Too Many Requests"}' })),
    from: 'wallets',
    seen: 'works when repeated',
  },
  {
    name: '429 with Retry-After for every third request',
    create: eachNth(3, () => ({ status: 429, headers: { 'retry-after': '1' }, body: 'slow down' })),
    from: 'wallets',
    seen: 'works when repeated',
  },
  {
    name: '429 with a JSON-RPC error for every third request',
    create: eachNth(3, ({ id }) => ({
      status: 429,
      headers: JSON_TYPE,
      body: rpcBody(id, {
        error: { code: 429, message: 'Your app has exceeded its compute units per second capacity.' },
      }),
    })),
    from: 'wallets',
    seen: 'works when repeated',
  },
  {
    name: '502 with HTML for every fourth request',
    create: eachNth(4, html(502, 'Bad Gateway')),
    from: 'wallets',
    seen: 'works when repeated',
  },
  {
    name: '503 with HTML for every fourth request',
    create: eachNth(4, html(503, 'Service Temporarily Unavailable')),
    from: 'wallets',
    seen: 'works when repeated',
  },
  {
    name: '504 with HTML for every fourth request',
    create: eachNth(4, html(504, 'Gateway Time-out')),
    from: 'wallets',
    seen: 'works when repeated',
  },
  {
    name: '502 for each transaction, although the node takes it',
    create: replying(async ({ method }, { ask }) => {
      if (method !== SEND) return undefined
      await ask()
      return { status: 502, body: 'Bad Gateway' }
    }),
    from: 'calls',
    seen: 'works',
  },
  {
    name: 'compression that was not asked for',
    create: always(async ({ id }, { ask }) => compressed(id, await ask())),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'a redirect to another address',
    create: always(() => ({ status: 308, headers: { location: 'https://node.example/rpc' }, body: '' })),
    from: 'start',
    seen: { refused: 'at the start', sentence: 'RPC_URL redirects (status 308)' },
  },
  {
    name: 'bodies in slow pieces',
    create: always(async ({ id }, { ask }) => {
      const body = rpcBody(id, await ask())
      const middle = Math.ceil(body.length / 2)
      return { pieces: [body.slice(0, 1), body.slice(1, middle), body.slice(middle)], pauseMs: 3 }
    }),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'connections that end before the node takes the request',
    create: eachNth(5, () => 'reset'),
    from: 'wallets',
    seen: 'works when repeated',
  },
  {
    name: 'connections that end twice in a row before the node takes the request',
    create: () => {
      let requests = 0
      return (_request, { ask }) => {
        requests += 1
        return requests % 8 < 2 ? 'reset' : ask()
      }
    },
    from: 'wallets',
    seen: 'works when repeated',
  },
  {
    name: 'connections that end after the node took the request',
    create: eachNthButRetries(5, async (_request, { ask }): Promise<Reply> => {
      await ask()
      return 'reset'
    }),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'no answer to any transaction, although the node takes it',
    create: replying(async ({ method }, { ask }) => {
      if (method !== SEND) return undefined
      await ask()
      return 'silence'
    }),
    from: 'calls',
    seen: 'works',
    service: { chain: { timeoutMs: 4_000 } },
  },
  {
    name: 'responds with the id of another request',
    create: always(async ({ id }, { ask }) => ({
      status: 200,
      headers: JSON_TYPE,
      body: rpcBody(id + 41, await ask()),
    })),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'responds without version and id, and with fields that no standard knows',
    create: always(async (_request, { ask }) => ({
      status: 200,
      headers: JSON_TYPE,
      body: JSON.stringify({ usage: { credits: 12 }, ...(await ask()) }),
    })),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'responds as plain text',
    create: always(async ({ id }, { ask }) => ({
      status: 200,
      headers: { 'content-type': 'text/plain' },
      body: rpcBody(id, await ask()),
    })),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'responds with status 500',
    create: always(async ({ id }, { ask }) => ({
      status: 500,
      headers: JSON_TYPE,
      body: rpcBody(id, await ask()),
    })),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'each answer twice',
    create: always(async ({ id }, { ask }) => {
      const body = rpcBody(id, await ask())
      return { status: 200, headers: JSON_TYPE, body: `${body}\n${body}` }
    }),
    from: 'start',
    seen: { refused: 'at the start', sentence: 'RPC_URL does not respond as a node does' },
  },
  {
    name: 'each answer as a batch of one',
    create: always(async ({ id }, { ask }) => ({
      status: 200,
      headers: JSON_TYPE,
      body: `[${rpcBody(id, await ask())}]`,
    })),
    from: 'start',
    seen: { refused: 'at the start', sentence: 'RPC_URL does not respond as a node does' },
  },
  {
    name: 'empty bodies',
    create: always(() => ({ status: 200, body: '' })),
    from: 'start',
    seen: { refused: 'at the start', sentence: 'RPC_URL does not respond as a node does' },
  },
  {
    name: 'a sign-in that is missing',
    create: always(() => ({ status: 401, headers: JSON_TYPE, body: '{"message":"Unauthorized"}' })),
    from: 'start',
    seen: { refused: 'at the start', sentence: 'RPC_URL does not respond as a node does' },
  },
  {
    name: 'a refusal of everything once the calls begin',
    create: always(() => ({ status: 403, body: 'Forbidden' })),
    from: 'calls',
    seen: { refused: 'each request', sentence: 'The blockchain node' },
  },
]
