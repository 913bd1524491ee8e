import { FindingList } from './finding-list.tsx'
import { NodeForm } from './node-form.tsx'
import { ReceiptFacts } from './receipt-facts.tsx'
import { LanguageSelect } from '#web/ui/language-select.tsx'
import { t } from '#web/ui/text.ts'
import { useVerification } from './use-verification.ts'
import { Verdict } from './verdict.tsx'
import { DropZone } from './drop-zone.tsx'

export function App() {
  const { verification, problem, isBusy, node, setNode, open, ask } = useVerification()
  return (
    <main>
      <header>
        <div class="row">
          <h1>{t('Verify a receipt')}</h1>
          <LanguageSelect />
        </div>
        <p class="muted">
          {t(
            'Checks a receipt of a wallet transaction in this browser: its signatures by mathematics, and what it says of the chain with a node that you choose. The file is not sent anywhere.',
          )}
        </p>
      </header>
      <DropZone onFile={(file) => void open(file)} />
      <p role="status" class="sr-only">
        {isBusy ? t('Checking') : ''}
      </p>
      {problem !== null && (
        <p role="alert" class="notice fails">
          {problem}
        </p>
      )}
      {verification !== null && (
        <>
          <Verdict verification={verification} />
          <NodeForm node={node} isBusy={isBusy} onNode={setNode} onAsk={() => void ask()} />
          <FindingList findings={verification.findings} />
          <ReceiptFacts verification={verification} />
        </>
      )}
      <footer class="muted">
        <p>
          {t(
            'This page needs no server: save it with its script and its style, and it works from a file as well. The organization, the id, the time of issue and the end-user’s approval are only vouched for by whoever issued a receipt; everything else here is proved by the passkey and the chain.',
          )}
        </p>
      </footer>
    </main>
  )
}
