import type { VNode } from 'preact'
import { useId } from 'preact/hooks'

/** A text field with its label above and its purpose below. */
export function Field(props: {
  label: string
  hint?: string
  value: string
  isSecret?: boolean
  inputMode?: 'decimal' | 'url'
  onValue: (value: string) => void
}): VNode {
  const { label, hint, value, isSecret = false, inputMode, onValue } = props
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        {...(isSecret ? { type: 'password' } : { type: 'text', inputMode: inputMode ?? 'text' })}
        value={value}
        autocomplete="off"
        spellcheck={false}
        aria-describedby={hint === undefined ? undefined : hintId}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {hint !== undefined && (
        <p id={hintId} class="hint">
          {hint}
        </p>
      )}
    </div>
  )
}
