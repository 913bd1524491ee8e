import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Page } from '#web/ui/page.tsx'
import { ProblemNotice } from '#web/ui/problem-notice.tsx'
import { t } from '#web/ui/text.ts'
import { FindingList, Verdict } from './findings.tsx'
import { ReceiptFacts } from './receipt-facts.tsx'
import { useVerification } from './use-verification.ts'

export function App(): VNode {
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

type NodeFormProps = {
  node: string
  isBusy: boolean
  onNode: (address: string) => void
  onAsk: () => void
}

function NodeForm({ node, isBusy, onNode, onAsk }: NodeFormProps) {
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        onAsk()
      }}
    >
      <label htmlFor="node" class="strong">
        {t('Node of the chain (JSON-RPC address)')}
      </label>
      <p id="node-hint" class="muted">
        {t('A node that you trust: your own or a public one. The result depends on its responses.')}
      </p>
      <div class="row">
        <input
          id="node"
          type="url"
          inputMode="url"
          required
          placeholder="https://"
          autoComplete="off"
          spellcheck={false}
          aria-describedby="node-hint"
          value={node}
          onInput={(event) => onNode(event.currentTarget.value)}
        />
        <button type="submit" class="primary" disabled={isBusy}>
          {t('Check against the chain')}
        </button>
      </div>
    </form>
  )
}

/** Takes a dropped file, or one chosen with a button for keyboard users. */
function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false)
  const [name, setName] = useState('')
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (file === undefined) return
    setName(file.name)
    onFile(file)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a shortcut of the file input in it
    <label
      class={`drop ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files)
      }}
    >
      <span class="strong">{t('Drop a receipt here')}</span>
      <span class="button primary">{t('Choose the file')}</span>
      <input
        type="file"
        class="sr-only"
        accept="application/json,.json"
        aria-label={t('Receipt file')}
        onChange={(event) => {
          take(event.currentTarget.files)
          // Clears the input, so that choosing the same file again after a repair counts as a change.
          event.currentTarget.value = ''
        }}
      />
      {name !== '' && <span class="mono">{name}</span>}
    </label>
  )
}
