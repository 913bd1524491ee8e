import { useRef, useState } from 'preact/hooks'
import { checkOnChain } from '#protocol/receipt/check-on-chain.ts'
import { checkReceipt } from '#protocol/receipt/check-receipt.ts'
import type { Finding } from '#protocol/receipt/finding.ts'
import { type Receipt, receiptSchema } from '#protocol/receipt/receipt.ts'
import { askNode } from '#web/ui/ask-node.ts'
import { checkIssuer, ownNode } from './issuer.ts'
import { VERIFIERS } from './verifiers.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'

export type Verification = {
  receipt: Receipt
  findings: Finding[]
  /** Blocks from its own to the newest; `null` until a node has answered. */
  confirmations: bigint | null
  isAsked: boolean
}

/** An opened receipt, its findings, and why there are no more. */
export function useVerification() {
  const [verification, setVerification] = useState<Verification | null>(null)
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const [node, setNode] = useState('')
  /** Only the answer to the last request is shown. */
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
    setVerification({ receipt, findings: own, confirmations: null, isAsked: false })
    if (address === '') return
    const { findings, confirmations } = await checkOnChain(receipt, askNode(address))
    if (isLast()) setVerification({ receipt, findings: joined(own, findings), confirmations, isAsked: true })
  }

  return {
    verification,
    problem,
    isBusy,
    node,
    setNode,
    open: (file: Blob) =>
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

/** The chain's findings replace those that were unknown without it. */
function joined(own: readonly Finding[], onChain: readonly Finding[]): Finding[] {
  const names = new Set(onChain.map(({ name }) => name))
  return [...own.filter(({ name, result }) => result !== 'unknown' || !names.has(name)), ...onChain]
}

const BYTES_MAX = 1_000_000

/** The receipt in a file. @throws ReadableError */
export async function readReceipt(file: Blob): Promise<Receipt> {
  if (file.size > BYTES_MAX) throw new ReadableError(t('This file is too large for a receipt.'))
  const parsed = receiptSchema.safeParse(jsonOf(await file.text()))
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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ReadableError(t('This file is not JSON. A receipt is the file that “Download receipt” saves.'))
  }
}
