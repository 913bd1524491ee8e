import type { Receipt } from '#protocol/receipt/receipt.ts'
import { askNode } from '#web/ui/ask-node.ts'

/** A sandbox's path to its chain. */
const SANDBOX_NODE = '/sandbox/rpc'

/** The node of the sandbox that serves this page and issued the receipt; empty without one. */
export async function ownNode({ issuer, chainId }: Receipt): Promise<string> {
  if (location.origin !== issuer) return ''
  const address = new URL(SANDBOX_NODE, issuer).href
  try {
    const answer = await askNode(address)('eth_chainId', [])
    return answer === `0x${chainId.toString(16)}` ? address : ''
  } catch {
    return ''
  }
}
