import { FindingList, Verdict } from './findings.tsx'
import { NodeForm } from './node-form.tsx'
import { ReceiptFacts } from './receipt-facts.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNotice } from '#web/ui/problem-notice.tsx'
import { t } from '#web/ui/text.ts'
import { useVerification } from './use-verification.ts'
import { DropZone } from './drop-zone.tsx'

export function App() {
  const { verification, problem, isBusy, node, setNode, open, ask } = useVerification()
  return (
    <Page
      title={t('Verify a receipt')}
      lede={t(
        'Verifies the receipt of a wallet transaction in this browser: its signatures, and the block with a node that you choose. The file is not uploaded.',
      )}
      foot={t(
        'This page needs no server: saved with its script and style, it also works from a file. Organization, ID, time of issue and the end-user’s approval are attested by the issuer alone; everything else is verified with the passkey and the chain.',
      )}
    >
      <DropZone onFile={(file) => void open(file)} />
      <p role="status" class="sr-only">
        {isBusy ? t('Checking') : ''}
      </p>
      <ProblemNotice problem={problem} />
      {verification !== null && (
        <>
          <Verdict verification={verification} />
          <NodeForm node={node} isBusy={isBusy} onNode={setNode} onAsk={() => void ask()} />
          <FindingList findings={verification.findings} />
          <ReceiptFacts verification={verification} />
        </>
      )}
    </Page>
  )
}
