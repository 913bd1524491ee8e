import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactElement } from 'react'
import { OWN_PASSKEY_ENDPOINTS } from '#protocol/console/own-passkey-endpoints.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { type OwnPasskey, renamePasskeyRequestSchema } from '#protocol/members.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { DialogButton } from '#web/console/components/button.tsx'
import { Card, ListRow, SkeletonRows } from '#web/console/components/card.tsx'
import { ConfirmButton, FormDialog } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import type { FormFrame } from '#web/console/components/form.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { makePasskey } from '#web/ui/ask-passkey.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'

export function PasskeysCard(): ReactElement {
  const passkeys = useQuery(ownPasskeysQuery())
  return (
    <Card
      title={t('Passkeys')}
      note={t('Use any of them to sign in and to confirm changes.')}
      actions={
        <DialogButton
          tone="add"
          linkedAs="newPasskey"
          dialog={(close) => (
            <PasskeyNameDialog
              title={t('Add a passkey')}
              purpose={t('First confirm with an existing passkey, then your browser creates the new one.')}
              action={t('Add passkey')}
              name=""
              send={addPasskey}
              onClose={close}
            />
          )}
        >
          {t('Add passkey')}
        </DialogButton>
      }
      flush
    >
      <Loaded query={passkeys} skeleton={<SkeletonRows rows={1} label={t('Loading your passkeys')} />}>
        {(list) => (
          <>
            <Advice passkeys={list} />
            <ul className="divide-y divide-line">
              {list.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} isLast={list.length === 1} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** Warns a person with one passkey on one device, who is locked out if that device is lost. */
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

function PasskeyRow({ passkey, isLast }: { passkey: OwnPasskey; isLast: boolean }) {
  const label = harmlessText(passkey.name, 50).text
  const params = { passkeyId: passkey.id }
  const used = passkey.lastUsedAtDatetime
  const added = <TimeAgo datetime={passkey.createdAtDatetime} />
  return (
    <ListRow
      icon="passkey"
      title={label}
      badge={
        <Badge tone={passkey.synced ? 'success' : 'neutral'}>
          {passkey.synced ? t('Synced') : t('This device only')}
        </Badge>
      }
      actions={
        <div className="flex gap-2">
          <DialogButton
            of={label}
            dialog={(close) => (
              <PasskeyNameDialog
                title={t('Rename this passkey')}
                purpose={t('Only you see this name.')}
                action={t('Save')}
                name={label}
                send={(name) =>
                  consoleApi.call(OWN_PASSKEY_ENDPOINTS.renamePasskey, { params, body: { name } })
                }
                onClose={close}
              />
            )}
          >
            {t('Rename')}
          </DialogButton>
          {!isLast && (
            <ConfirmButton
              label={t('Remove')}
              of={label}
              title={t('Remove this passkey?')}
              action={t('Remove passkey')}
              name={label}
              run={() => consoleApi.call(OWN_PASSKEY_ENDPOINTS.removePasskey, { params })}
              list={ownPasskeysQuery().queryKey}
            >
              {t(
                'It can no longer be used to sign in. Remove it from the device or password manager too, so that it is not offered again.',
              )}
            </ConfirmButton>
          )}
        </div>
      }
    >
      {used === null ? (
        <Rich text="Added {added}, not used yet" parts={{ added }} />
      ) : (
        <Rich text="Added {added}, last used {used}" parts={{ added, used: <TimeAgo datetime={used} /> }} />
      )}
    </ListRow>
  )
}

type PasskeyNameDialogProps = Omit<ComponentProps<typeof FormDialog>, keyof FormFrame | 'children'> & {
  name: string
  send: (name: string) => Promise<unknown>
}

/** Asks for a passkey's name and sends it. */
function PasskeyNameDialog({ action, name, send, ...dialog }: PasskeyNameDialogProps) {
  const { field, frame } = useSchemaForm(renamePasskeyRequestSchema, {
    defaultValues: { name },
    send: (values) => send(values.name.trim()),
    refetch: ownPasskeysQuery().queryKey,
    onDone: dialog.onClose,
  })
  return (
    <FormDialog {...dialog} {...frame} action={frame.pending ? t('Waiting for your passkey') : action}>
      <TextField
        label={t('Name')}
        hint={t('For example “Phone” or “Security key in the safe”.')}
        autoFocus
        {...field('name')}
      />
    </FormDialog>
  )
}

const ownPasskeysQuery = () => consoleApi.query(['own-passkeys'], OWN_PASSKEY_ENDPOINTS.listOwnPasskeys)

/**
 * Creates another passkey for the signed-in person. @throws ApiError, or ReadableError if the prompt was
 * closed
 */
async function addPasskey(name: string): Promise<void> {
  const { options } = await consoleApi.call(OWN_PASSKEY_ENDPOINTS.beginPasskey)
  const response = await makePasskey(options)
  await consoleApi.call(OWN_PASSKEY_ENDPOINTS.addPasskey, { body: { name, response: { ...response } } })
}
