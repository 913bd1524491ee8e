import { useState, type ComponentProps, type ReactNode, type ReactElement } from 'react'
import { useHeldPage } from '#web/console/lib/hold-page.ts'
import { t } from '#web/ui/text.ts'
import { Button } from './button.tsx'
import { CopyTextButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'
import { CheckField } from './field.tsx'
import { Notice } from './notice.tsx'

type SecretDialogProps = {
  title: string
  /** Name of the secret, such as "API key". */
  what: string
  secret: string
  /**
   * Says how to handle the secret and why it is shown only once. The default says that only a hash is stored.
   */
  note?: string
  children?: ReactNode
  onDone: () => void
}

/** Shows a secret once. Closes when the user confirms that it is stored, and holds the page until then. */
export function SecretDialog({
  title,
  what,
  secret,
  note,
  children,
  onDone,
}: SecretDialogProps): ReactElement {
  const [isStored, setIsStored] = useState(false)
  const [triedToLeave, setTriedToLeave] = useState(false)
  useHeldPage(!isStored, () => setTriedToLeave(true))
  return (
    <Dialog title={title} onClose={onDone} mustAnswer size="md">
      <div className="flex flex-col gap-4">
        <Notice tone="warning" title={t('Displayed only once')}>
          {note ??
            t(
              'Copy it into your secret store now. Only a hash of it is stored; it cannot be displayed again.',
            )}
        </Notice>
        <div>
          <p className="mb-1 text-sm font-medium" id="secret-label">
            {t('Your {what}', { what })}
          </p>
          <SecretText secret={secret} what={what} aria-labelledby="secret-label" />
        </div>
        {children}
        {triedToLeave && !isStored && (
          <Notice tone="danger" announce>
            {t('Not stored yet: {what}. Store what you see above, tick the box, then continue.', { what })}
          </Notice>
        )}
        <CheckField checked={isStored} onChange={setIsStored}>
          {t('I have stored the {what} safely', { what })}
        </CheckField>
        <div className="flex justify-end">
          <Button tone="primary" size="md" disabled={!isStored} onClick={onDone}>
            {t('Done')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type SecretTextProps = { secret: string; what: string } & ComponentProps<'code'>

export function SecretText({ secret, what, ...code }: SecretTextProps): ReactElement {
  return (
    <div className="flex flex-wrap items-center gap-2 justify-end rounded-md border border-line bg-sunken p-2 pl-3">
      <code
        {...code}
        data-secret
        className="min-w-0 flex-1 basis-full font-mono text-sm break-all whitespace-pre-wrap select-all"
      >
        {secret}
      </code>
      <CopyTextButton text={secret} what={what} />
    </div>
  )
}
