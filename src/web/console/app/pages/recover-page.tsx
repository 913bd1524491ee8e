import { useState, type ReactElement } from 'react'
import { joinRequestSchema } from '#protocol/members.ts'
import { Button } from '#web/console/components/button.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { useLinkToken, recoverBy } from '#web/console/features/session/passkey-forms.tsx'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { passkeyObstacle } from '#web/ui/ask-passkey.ts'
import { t } from '#web/ui/text.ts'
import { AuthTitle } from './auth-title.tsx'

/** Page for people who have lost every passkey: opens a recovery link, or takes a recovery code. */
export function RecoverPage(): ReactElement {
  const token = useLinkToken()
  const [obstacle] = useState(passkeyObstacle)
  const { field, submit, problem, isPending, isSuccess } = useSchemaForm(joinRequestSchema, {
    defaultValues: { token },
    send: (values) => recoverBy({ token: values.token.trim() }),
    onDone: () => undefined,
  })
  return (
    <>
      <AuthTitle tab={t('Recover your account')}>{t('Recover your account')}</AuthTitle>
      <p className="mt-1 mb-6 text-muted">
        {t('You create a new passkey. Your other sessions end; check your passkeys afterwards.')}
      </p>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {token === '' && (
          <TextField
            label={t('Recovery code')}
            hint={t(
              'One of your ten codes. Without one, ask an owner of your organization for a recovery link.',
            )}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            {...field('token')}
          />
        )}
        <ProblemPanel error={obstacle ?? problem} />
        {obstacle === null && (
          <Button type="submit" tone="primary" size="md" icon="passkey" pending={isPending || isSuccess}>
            {isPending ? t('Waiting for your passkey') : t('Create passkey')}
          </Button>
        )}
      </form>
    </>
  )
}
