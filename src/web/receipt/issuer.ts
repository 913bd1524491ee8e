import { finding, type Finding } from '#protocol/receipt/finding.ts'
import { RECEIPT_KEYS_PATH, receiptKeysSchema, type Receipt } from '#protocol/receipt/receipt.ts'
import { askNode } from '#web/ui/ask-node.ts'

const TIMEOUT_MS = 10_000

/** Whether the receipt's issuer publishes the key as its own. */
export async function checkIssuer({ issuer, proof }: Receipt): Promise<Finding> {
  const keys = await readKeys(issuer)
  const values = { issuer }
  if (keys === undefined) return { name: 'issuer-key', result: 'unknown', because: 'issuer-key away', values }
  const isOwn = keys.some(({ x }) => x === proof.publicKey)
  return finding('issuer-key', isOwn, values)
}

async function readKeys(issuer: string) {
  try {
    const response = await fetch(new URL(RECEIPT_KEYS_PATH, issuer), {
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const parsed = receiptKeysSchema.safeParse(await response.json())
    return parsed.success ? parsed.data.keys : undefined
  } catch {
    return undefined
  }
}

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
