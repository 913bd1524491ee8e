import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import * as z from 'zod/mini'
import { ALERT_KINDS, type AlertKind, type AlertMails } from '#protocol/alerts.ts'
import { ACCOUNT_ENDPOINTS } from '#protocol/console/account-endpoints.ts'
import { emailSchema } from '#protocol/email-schema.ts'
import { Card, Skeleton } from '#web/console/components/card.tsx'
import { TextField, ChoiceList } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'

const mailsQuery = () => consoleApi.query(['alert-mails'], ACCOUNT_ENDPOINTS.getAlertMails)

/** Alerts of the organization that the signed-in person gets by mail. */
export function AlertsCard(): ReactElement {
  const mails = useQuery(mailsQuery())
  return (
    <Card title={t('Alerts')} note={alertsNote(mails.data)}>
      <Loaded query={mails} skeleton={<Skeleton className="h-48 w-full max-w-form" />}>
        {({ canMail, ...data }) =>
          canMail ? <AlertsForm mails={data} /> : t('This deployment has no mail server.')
        }
      </Loaded>
    </Card>
  )
}

/** Sentence about the ways in which the signed-in person gets alerts. */
function alertsNote(mails: (AlertMails & { canMail: boolean }) | undefined): string {
  if (mails === undefined) return t('Alerts are on the overview and come by webhook.')
  return mails.canMail && mails.email !== null
    ? t('By mail to you, on the overview, and to webhook endpoints that receive alerts.')
    : t('Not mailed to you: only on the overview, and to webhook endpoints that receive alerts.')
}

const formSchema = z.object({
  email: z.union([z.literal(''), emailSchema]),
  kinds: z.array(z.enum(ALERT_KINDS)),
})

function AlertsForm({ mails: { email, muted } }: { mails: AlertMails }) {
  const others = (kinds: readonly AlertKind[]) => ALERT_KINDS.filter((kind) => !kinds.includes(kind))
  const { form, field, frame, isSuccess } = useSchemaForm(formSchema, {
    defaultValues: { email: email ?? '', kinds: others(muted) },
    send: async (values) => {
      const body: AlertMails = { email: values.email || null, muted: others(values.kinds) }
      await consoleApi.call(ACCOUNT_ENDPOINTS.setAlertMails, { body })
      return values
    },
    onDone: (values) => {
      form.reset(values)
    },
    refetch: mailsQuery().queryKey,
  })
  const status = isSuccess && !form.formState.isDirty ? t('Saved') : ''
  return (
    <Form {...frame} action={t('Save')} status={status} className="max-w-form gap-4">
      <TextField
        label={t('Email')}
        hint={t(
          'Mails about your own account come here too, whatever you choose below. Leave it empty for no mails.',
        )}
        type="email"
        {...field('email')}
      />
      <ChoiceList
        legend={t('By mail to you')}
        kind="checkbox"
        choices={ALERT_KINDS.map((value) => ({ value, label: kindLabels()[value] }))}
        {...form.register('kinds')}
      />
    </Form>
  )
}

const kindLabels = (): Record<AlertKind, string> => ({
  'relayer-low': t('Relayer funds low, or lasting less than three days'),
  'webhook-failing': t('Webhook endpoint failing for ten minutes, or disabled automatically'),
  'key-exposed': t('API key exposed in a browser'),
  'key-refused': t('API key refused 50 times within an hour'),
  'failure-spike': t('Failure spike: three times the usual rate, at least five failures in an hour'),
  'policy-refused': t('Request refused by a policy'),
  'recovery-proposed': t('Wallet recovery started'),
  'co-signer-removal': t('Removal of a wallet’s co-signer started'),
  'key-added': t('Passkey added to a wallet'),
  'executed-unapproved': t('Transaction executed without the required approval, or against a policy'),
  'approvers-missing': t('Policy with fewer approvers than required approvals'),
  'admin-added': t('New owner or admin'),
  'policy-loosened': t('Policy loosened, turned off or deleted'),
  'allow-list-loosened': t('Enforced IP list loosened or turned off'),
  'manage-key-added': t('API key that can manage the organization'),
  'fee-raised': t('Transaction fee raised, or its token or receiver changed'),
  'recovery-code-used': t('Recovery code used by a member'),
  'recovery-link-created': t('Recovery link created for a member'),
  'recovery-link-used': t('Recovery link used by a member'),
  'recovery-codes-made': t('New recovery codes for a member'),
  'passkey-added': t('Passkey added by a member'),
  'passkey-removed': t('Passkey removed by a member'),
  'identity-linked': t('Account at the identity provider linked by a member'),
})
