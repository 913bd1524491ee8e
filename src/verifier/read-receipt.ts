import { receiptSchema, type Receipt } from '#shared/receipt/receipt.ts'
import { say } from './say.ts'

const BYTES_MAX = 1_000_000

/** What was dropped is no receipt; the message says why. */
export class ReadError extends Error {
  override name = 'ReadError'
}

/** The receipt in a file. @throws ReadError */
export async function readReceipt(file: Blob): Promise<Receipt> {
  if (file.size > BYTES_MAX) throw new ReadError(say('tooLarge'))
  const parsed = receiptSchema.safeParse(jsonOf(await file.text()))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') || say('wholeFile')
  throw new ReadError(
    issue?.code === 'unrecognized_keys'
      ? say('noReceiptField', { place, fields: issue.keys.join(', ') })
      : say('noReceipt', { place }),
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ReadError(say('noJson'))
  }
}
