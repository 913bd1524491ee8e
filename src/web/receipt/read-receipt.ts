import { receiptSchema, type Receipt } from '#protocol/receipt/receipt.ts'
import { t } from './text.ts'

const BYTES_MAX = 1_000_000

/** What was dropped is no receipt; the message says why. */
export class ReadError extends Error {
  override name = 'ReadError'
}

/** The receipt in a file. @throws ReadError */
export async function readReceipt(file: Blob): Promise<Receipt> {
  if (file.size > BYTES_MAX) throw new ReadError(t('tooLarge'))
  const parsed = receiptSchema.safeParse(jsonOf(await file.text()))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') || t('wholeFile')
  throw new ReadError(
    issue?.code === 'unrecognized_keys'
      ? t('noReceiptField', { place, fields: issue.keys.join(', ') })
      : t('noReceipt', { place }),
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ReadError(t('noJson'))
  }
}
