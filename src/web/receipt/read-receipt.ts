import { receiptSchema, type Receipt } from '#protocol/receipt/receipt.ts'
import { t } from '#web/ui/text.ts'

const BYTES_MAX = 1_000_000

/** The dropped file is not a receipt; the message is the reason. */
export class ReadError extends Error {
  override name = 'ReadError'
}

/** The receipt in a file. @throws ReadError */
export async function readReceipt(file: Blob): Promise<Receipt> {
  if (file.size > BYTES_MAX) throw new ReadError(t('This file is too large for a receipt.'))
  const parsed = receiptSchema.safeParse(jsonOf(await file.text()))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') || t('the file')
  throw new ReadError(
    issue?.code === 'unrecognized_keys'
      ? t('This is no receipt, or it was changed: {place} has {fields}, which does not belong there.', {
          place,
          fields: issue.keys.join(', '),
        })
      : t('This is no receipt, or it was changed: {place} has not the form of a receipt.', { place }),
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ReadError(t('This file is no JSON. A receipt is the file that “Download receipt” saves.'))
  }
}
