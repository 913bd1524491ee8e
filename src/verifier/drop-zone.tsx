import { useState } from 'preact/hooks'
import { say } from './say.ts'

/** Takes a file: dropped, or chosen with the button that every keyboard reaches. */
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
      <span class="strong">{say('drop')}</span>
      <span class="button">{say('choose')}</span>
      <input
        type="file"
        accept="application/json,.json"
        aria-label={say('file')}
        onChange={(event) => {
          take(event.currentTarget.files)
          // The same file again, once it was repaired, is a change too.
          event.currentTarget.value = ''
        }}
      />
      {name !== '' && <span class="mono">{name}</span>}
    </label>
  )
}
