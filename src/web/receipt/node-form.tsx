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
        {t(
          'One that you trust: your own, or a public one of the chain. Its answer decides what the chain says.',
        )}
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
          {t('Ask the chain')}
        </button>
      </div>
    </form>
  )
}
