import { useRef, useState } from 'preact/hooks'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { checkOnChain, checkReceipt } from '#protocol/receipt/check-receipt.ts'
import { type Finding, finding } from '#protocol/receipt/finding.ts'
import {
  type Receipt,
  receiptSchema,
  RECEIPT_KEYS_PATH,
  receiptKeysSchema,
} from '#protocol/receipt/receipt.ts'
import { askNode } from '#web/ui/ask-node.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { readReceiptTokens } from './read-receipt-tokens.ts'
import { VERIFIERS } from './verifiers.ts'

export type Verification = {
  receipt: Receipt
  findings: Finding[]
  /** Blocks from the receipt's block to the newest. Null until a node has responded. */
  confirmations: bigint | null
  isAsked: boolean
  /** Tokens of the call as the node reports them. Empty without a node of the chain. */
  tokens: readonly KnownToken[]
}

/** An opened receipt, its findings, and the reason why findings are missing. */
type OpenedReceipt = {
  verification: Verification | null
  problem: unknown
  isBusy: boolean
  /** Address of the node to ask. Empty if there is none. */
  node: string
  setNode: (address: string) => void
  open: (file: Blob) => Promise<void>
  ask: () => Promise<void>
}

export function useVerification(): OpenedReceipt {
  const [verification, setVerification] = useState<Verification | null>(null)
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const [node, setNode] = useState('')
  /** Number of the last request. Only its response is shown. */
  const turnRef = useRef(0)

  async function run(work: (isLast: () => boolean) => Promise<void>) {
    turnRef.current += 1
    const own = turnRef.current
    const isLast = () => turnRef.current === own
    setProblem(undefined)
    setBusy(true)
    try {
      await work(isLast)
    } catch (cause) {
      if (isLast()) setProblem(cause)
    } finally {
      if (isLast()) setBusy(false)
    }
  }

  async function look(receipt: Receipt, address: string, isLast: () => boolean) {
    const own = [...(await checkReceipt(receipt, VERIFIERS)), await checkIssuer(receipt)]
    if (!isLast()) return
    setVerification({ receipt, findings: own, confirmations: null, isAsked: false, tokens: [] })
    if (address === '') return
    const ask = askNode(address)
    const { findings, confirmations } = await checkOnChain(receipt, ask)
    // On another chain, the same addresses belong to other contracts.
    const isChain = findings.some(({ name, result }) => name === 'chain' && result === 'holds')
    const tokens = isChain ? await readReceiptTokens(receipt, ask) : []
    if (!isLast()) return
    setVerification({ receipt, findings: joined(own, findings), confirmations, isAsked: true, tokens })
  }

  return {
    verification,
    problem,
    isBusy,
    node,
    setNode,
    open: (file) =>
      run(async (isLast) => {
        setVerification(null)
        const receipt = await readReceipt(file)
        const address = node === '' ? await ownNode(receipt) : node
        if (!isLast()) return
        setNode(address)
        await look(receipt, address, isLast)
      }),
    ask: () =>
      run(async (isLast) => {
        if (verification !== null) await look(verification.receipt, node.trim(), isLast)
      }),
  }
}

/** Replaces the findings that were unknown without the chain. */
function joined(own: readonly Finding[], onChain: readonly Finding[]): Finding[] {
  const names = new Set(onChain.map(({ name }) => name))
  return [...own.filter(({ name, result }) => result !== 'unknown' || !names.has(name)), ...onChain]
}

const BYTES_MAX = 1_000_000

/** Reads the receipt in a file. @throws ReadableError */
export async function readReceipt(file: Blob): Promise<Receipt> {
  if (file.size > BYTES_MAX) throw new ReadableError(t('This file is too large for a receipt.'))
  const parsed = receiptSchema.safeParse(parseJson(await file.text()))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') || t('the file')
  throw new ReadableError(
    issue?.code === 'unrecognized_keys'
      ? t('This is not a receipt, or it was changed: {place} has the unknown field {fields}.', {
          place,
          fields: issue.keys.join(', '),
        })
      : t('This is not a receipt, or it was changed: {place} has the wrong format.', { place }),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ReadableError(t('This file is not JSON. A receipt is the file that “Download receipt” saves.'))
  }
}

const TIMEOUT_MS = 10_000

/** Checks whether the receipt's issuer publishes the key as its own. */
async function checkIssuer({ issuer, proof }: Receipt): Promise<Finding> {
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

/** Path of a sandbox's chain node. */
const SANDBOX_NODE = '/sandbox/rpc'

/** The node of the sandbox that serves this page and issued the receipt. Empty if there is none. */
async function ownNode({ issuer, chainId }: Receipt): Promise<string> {
  if (location.origin !== issuer) return ''
  const address = new URL(SANDBOX_NODE, issuer).href
  try {
    const answer = await askNode(address)('eth_chainId', [])
    return answer === `0x${chainId.toString(16)}` ? address : ''
  } catch {
    return ''
  }
}
