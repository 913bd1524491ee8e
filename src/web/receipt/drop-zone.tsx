import { useState } from 'preact/hooks'
import { t } from '#web/ui/text.ts'

/** Takes a file: dropped, or chosen with a button, for keyboards. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
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
          // Choosing the same file again, after a repair, must be a change too.
          event.currentTarget.value = ''
        }}
      />
      {name !== '' && <span class="mono">{name}</span>}
    </label>
  )
}
