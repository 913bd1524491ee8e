import { RpcError } from './rpc.ts'

/** Code and words by which a provider says that it cannot answer, rather than that the request is wrong. */
const LIMIT_EXCEEDED = -32_005
const CANNOT_ANSWER =
  /rate limit|too many requests|limit exceeded|exceeded .{0,100}(capacity|quota|compute)|header not found|missing trie node|temporarily unavailable|service unavailable/i

/** Whether another provider may answer what this one did not: silence, nonsense, or a refusal for its own sake. */
export function isProvidersFault(error: unknown): boolean {
  if (!(error instanceof RpcError)) return true
  return (
    error.data === undefined && (error.rpcCode === LIMIT_EXCEEDED || CANNOT_ANSWER.test(error.rpcMessage))
  )
}
