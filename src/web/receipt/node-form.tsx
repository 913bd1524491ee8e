import { t } from '#web/ui/text.ts'

type NodeFormProps = {
  node: string
  isBusy: boolean
  onNode: (address: string) => void
  onAsk: () => void
}

/** Chooses the node of the chain. */
export function NodeForm({ node, isBusy, onNode, onAsk }: NodeFormProps) {
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
        {t('A node that you trust: your own or a public one. The result depends on its answers.')}
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
