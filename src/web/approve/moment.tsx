import { language } from '#web/ui/language.ts'

type MomentProps = { at: string; class?: string; timeStyle?: 'only' }

/** A date and its time, or its time only, as the reader's language writes them. */
export function Moment({ at, class: name, timeStyle }: MomentProps) {
  const format = new Intl.DateTimeFormat(language(), {
    ...(timeStyle === 'only' ? {} : { dateStyle: 'medium' }),
    timeStyle: 'short',
  })
  return (
    <time dateTime={at} class={name}>
      {format.format(new Date(at))}
    </time>
  )
}
