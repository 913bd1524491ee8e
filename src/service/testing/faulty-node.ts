import { startFaultProxy, type Reply, type RpcFailure } from './fault-proxy.ts'

/** Failure of a node, or kind of its false response. */
export type Fault =
  | 'none'
  | 'server-error'
  | 'too-many-requests'
  | 'silence'
  | 'reset'
  | 'rate-limited'
  | 'header-not-found'
  | 'stale'
  | 'other-blocks'
  | 'no-receipts'
  | 'refuses-transactions'
  | 'no-init-code'
  | 'strange-logs'

export type FaultyNode = {
  url: string
  /** Takes effect with the next request. */
  fault: Fault
  /** Requests that the node refuses, in addition to its fault, with the returned error. */
  refuse: (request: { method: string; params: readonly unknown[] }) => RpcFailure | undefined
  /** Changes the results of the node behind it. */
  rewrite: (method: string, result: unknown) => unknown
  /** Called methods, in order. */
  asked: string[]
  close: () => Promise<void>
}

const OTHER_HASH = `0x${'5e'.repeat(32)}`
const error = (code: number, message: string): Reply => ({ error: { code, message } })

/** An HTTP server in front of a node, which fails as the test specifies. */
export async function startFaultyNode(target: string): Promise<FaultyNode> {
  const proxy = await startFaultProxy(target)
  let staleHead: unknown
  const node: FaultyNode = {
    url: proxy.url,
    fault: 'none',
    refuse: () => undefined,
    rewrite: (_method, result) => result,
    asked: proxy.asked,
    close: proxy.close,
  }
  proxy.fault = async ({ method, params }, { ask }) => {
    const refusal = node.refuse({ method, params })
    if (refusal !== undefined) return { error: refusal }
    switch (node.fault) {
      case 'silence':
        return 'silence'
      case 'reset':
        return 'reset'
      case 'server-error':
        return { status: 500, body: 'oh no' }
      case 'too-many-requests':
        return { status: 429, body: 'slow down' }
      case 'rate-limited':
        return error(-32_005, 'daily request count exceeded, request rate limited')
      case 'header-not-found':
        return error(-32_000, 'header not found')
      case 'refuses-transactions':
        if (method === 'eth_sendRawTransaction') return error(-32_000, 'not in this pool')
        break
      case 'no-receipts':
        if (method === 'eth_getTransactionReceipt') return { result: null }
        break
      case 'stale':
        if (method === 'eth_blockNumber') return { result: staleHead }
        break
      case 'other-blocks':
        if (method === 'eth_getBlockByNumber' && params[0] !== 'latest') {
          const answer = await ask()
          if ('error' in answer || answer.result === null) return answer
          return { result: Object.assign({}, answer.result, { hash: OTHER_HASH }) }
        }
        break
      case 'no-init-code':
        if (method === 'eth_call' && !Object(params[0]).to) return error(-32_602, 'missing field to')
        break
      case 'strange-logs':
        if (method === 'eth_getLogs') return { result: [{ logIndex: 0 }] }
        break
      case 'none':
        break
    }
    const answer = await ask()
    if ('error' in answer) return answer
    if (method === 'eth_blockNumber') staleHead = answer.result
    return { result: node.rewrite(method, answer.result) }
  }
  return node
}
