import { useMutation } from '@tanstack/react-query'
import { RECEIPT_ENDPOINTS } from '#protocol/org/receipt-endpoints.ts'
import type { Receipt } from '#protocol/receipt/receipt.ts'
import { Button } from '#web/console/components/button.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { callEndpoint } from '#web/console/lib/api.ts'
import { saveFile } from '#web/console/lib/save-file.ts'
import { t } from '#web/ui/text.ts'

/** A page outside the console without a session: anyone with a receipt may open it. */
const VERIFY_PAGE = '/verify-receipt'

export function ReceiptDownload({ transactionUuid }: { transactionUuid: string }) {
  const download = useMutation({
    mutationFn: () => getReceipt(transactionUuid),
    onSuccess: (receipt) =>
      saveFile(
        `receipt-${transactionUuid}.json`,
        'application/json',
        `${JSON.stringify(receipt, null, 2)}\n`,
      ),
  })
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto min-w-0 flex-1 basis-52 text-sm text-muted">
          <Rich
            text="A signed receipt proves this transaction to anyone. They check it on {page} against the chain, without trusting this server."
            parts={{
              page: (
                <a
                  href={VERIFY_PAGE}
                  target="_blank"
                  rel="noreferrer"
                  className="rounded-sm font-medium whitespace-nowrap text-accent-text hover:underline"
                >
                  {t('the verification page')}
                  <Icon name="external" className="ml-1 inline size-3.5" />
                </a>
              ),
            }}
          />
        </p>
        <Button icon="receive" pending={download.isPending} onClick={() => download.mutate()}>
          {t('Download receipt')}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {download.isSuccess ? t('Receipt saved.') : ''}
      </p>
      <ProblemPanel error={download.error} />
    </div>
  )
}

/** The signed receipt of a transaction on the chain. */
function getReceipt(transactionUuid: string): Promise<Receipt> {
  return callEndpoint('/api/org', RECEIPT_ENDPOINTS.getReceipt, {
    params: { transactionUuid },
  })
}
