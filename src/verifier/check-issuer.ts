import type { Finding } from '#shared/receipt/finding.ts'
import { RECEIPT_KEYS_PATH, receiptKeysSchema, type Receipt } from '#shared/receipt/receipt.ts'

const TIMEOUT_MS = 10_000

/** Whether the deployment that a receipt names says that the key is one of its own. */
export async function checkIssuer({ issuer, proof }: Receipt): Promise<Finding> {
  const keys = await readKeys(issuer)
  if (keys === undefined) {
    return {
      name: 'issuer-key',
      result: 'unknown',
      because: `${issuer} could not be asked for its keys. What the chain and the passkey prove does not depend on it.`,
    }
  }
  const isOwn = keys.some(({ x }) => x === proof.publicKey)
  return {
    name: 'issuer-key',
    result: isOwn ? 'holds' : 'fails',
    because: isOwn
      ? `${issuer} publishes the key that signed this receipt.`
      : `${issuer} does not know the key that signed this receipt: somebody else has signed it.`,
  }
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
