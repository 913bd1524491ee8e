import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type OwnPasskey, renamePasskeyRequestSchema } from '#protocol/members.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { Button } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { t } from '#web/ui/text.ts'
import { addPasskey, ownPasskeysQuery, passkeyLabel, removePasskey, renamePasskey } from './own-passkeys.ts'
import { FormDialog } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'

type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: OwnPasskey }

export function PasskeysCard() {
  const passkeys = useQuery(ownPasskeysQuery())
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <Card
      title={t('Passkeys')}
      note={t('Use any of them to sign in and to confirm changes.')}
      actions={
        <Button tone="primary" icon="plus" onClick={() => setOpen({ kind: 'add' })}>
          {t('Add passkey')}
        </Button>
      }
      flush
    >
      <Loaded query={passkeys} skeleton={<SkeletonRows rows={1} label={t('Loading your passkeys')} />}>
        {(list) => (
          <>
            <Advice passkeys={list} />
            <ul className="divide-y divide-line">
              {list.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} isLast={list.length === 1} onOpen={setOpen} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {open?.kind === 'add' && (
        <PasskeyNameDialog
          title={t('Add a passkey')}
          purpose={t('First confirm with an existing passkey, then your browser creates the new one.')}
          action={t('Add passkey')}
          name=""
          send={addPasskey}
          onClose={close}
        />
      )}
      {open?.kind === 'rename' && (
        <PasskeyNameDialog
          title={t('Rename this passkey')}
          purpose={t('Only you see this name.')}
          action={t('Save')}
          name={passkeyLabel(open.passkey)}
          send={(name) => renamePasskey(open.passkey.id, name)}
          onClose={close}
        />
      )}
      {open?.kind === 'remove' && <RemovePasskeyDialog passkey={open.passkey} onClose={close} />}
    </Card>
  )
}

/** A person with one passkey on one device is locked out when that device is lost. */
function Advice({ passkeys }: { passkeys: readonly OwnPasskey[] }) {
  const [only, ...others] = passkeys
  if (only === undefined || others.length > 0 || only.synced) return null
  return (
    <div className="border-b border-line p-4">
      <Notice tone="warning" title={t('Add a second passkey')}>
        {t(
          'Your only passkey is on one device. If you lose it, you can no longer sign in: add one on another device or a security key.',
        )}
      </Notice>
    </div>
  )
}

type PasskeyRowProps = { passkey: OwnPasskey; isLast: boolean; onOpen: (open: Open) => void }

function PasskeyRow({ passkey, isLast, onOpen }: PasskeyRowProps) {
  const label = passkeyLabel(passkey)
  const used = passkey.lastUsedAtDatetime
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <Icon name="passkey" className="size-5 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {label}
          <Badge tone={passkey.synced ? 'success' : 'neutral'}>
            {passkey.synced ? t('Synced') : t('This device only')}
          </Badge>
        </p>
        <p className="text-sm text-muted">
          {used === null ? (
            <Rich
              text="Added {added}, not used yet"
              parts={{ added: <TimeAgo datetime={passkey.createdAtDatetime} /> }}
            />
          ) : (
            <Rich
              text="Added {added}, last used {used}"
              parts={{
                added: <TimeAgo datetime={passkey.createdAtDatetime} />,
                used: <TimeAgo datetime={used} />,
              }}
            />
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button onClick={() => onOpen({ kind: 'rename', passkey })}>
          {t('Rename')}
          <span className="sr-only"> {label}</span>
        </Button>
        {!isLast && (
          <Button onClick={() => onOpen({ kind: 'remove', passkey })}>
            {t('Remove')}
            <span className="sr-only"> {label}</span>
          </Button>
        )}
      </div>
    </li>
  )
}

type RemovePasskeyDialogProps = { passkey: OwnPasskey; onClose: () => void }

function RemovePasskeyDialog({ passkey, onClose }: RemovePasskeyDialogProps) {
  return (
    <ConfirmDialog
      title={t('Remove this passkey?')}
      action={t('Remove passkey')}
      name={passkeyLabel(passkey)}
      run={() => removePasskey(passkey.id)}
      list={ownPasskeysQuery().queryKey}
      onClose={onClose}
    >
      <p>
        {t(
          'It can no longer be used to sign in. Remove it from the device or password manager too, so that it is not offered again.',
        )}
      </p>
    </ConfirmDialog>
  )
}

type PasskeyNameDialogProps = {
  title: string
  purpose: string
  /** The button's label. */
  action: string
  name: string
  send: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a passkey, then sends it. */
function PasskeyNameDialog({ title, purpose, action, name, send, onClose }: PasskeyNameDialogProps) {
  const { field, submit, problem, isPending } = useSchemaForm(renamePasskeyRequestSchema, {
    defaultValues: { name },
    send: (values) => send(values.name.trim()),
    refetch: ownPasskeysQuery().queryKey,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={title}
      purpose={purpose}
      onClose={onClose}
      onSubmit={submit}
      problem={problem}
      action={isPending ? t('Waiting for your passkey') : action}
      pending={isPending}
    >
      <TextField
        label={t('Name')}
        hint={t('For example “Phone” or “Security key in the safe”.')}
        autoFocus
        {...field('name')}
      />
    </FormDialog>
  )
}
