import { receiptSchema, type Receipt } from '#protocol/receipt/receipt.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'

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
