import { useReducer } from 'preact/hooks'
import { FindingList } from './finding-list.tsx'
import { LanguageSelect } from './language-select.tsx'
import { NodeForm } from './node-form.tsx'
import { ReceiptFacts } from './receipt-facts.tsx'
import { t } from './text.ts'
import { useVerification } from './use-verification.ts'
import { Verdict } from './verdict.tsx'
import { DropZone } from './drop-zone.tsx'

export function App() {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const { verification, problem, isBusy, node, setNode, open, ask } = useVerification()
  return (
    <main>
      <header>
        <div class="row">
          <h1>{t('title')}</h1>
          <LanguageSelect onChange={redraw} />
        </div>
        <p class="muted">{t('purpose')}</p>
      </header>
      <DropZone onFile={(file) => void open(file)} />
      <p role="status" class="sr-only">
        {isBusy ? t('checking') : ''}
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
        <p>{t('footer')}</p>
      </footer>
    </main>
  )
}
