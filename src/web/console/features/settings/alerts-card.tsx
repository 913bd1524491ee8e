import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ALERT_KINDS, shownAlertMailsSchema, type AlertKind, type AlertMails } from '#protocol/alerts.ts'
import { emailSchema } from '#protocol/fields.ts'
import { Card, Loaded, Skeleton } from '#web/console/components/card.tsx'
import { ChoiceList, Form, TextField } from '#web/console/components/field.tsx'
import { callApi, pathQuery } from '#web/console/lib/api.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'

const PATH = '/api/account/alerts'
const mailsQuery = () => pathQuery(['alert-mails'], PATH, shownAlertMailsSchema)

/** What of the organization's alerts comes to the signed-in person by mail. */
export function AlertsCard() {
  const mails = useQuery(mailsQuery())
  return (
    <Card title={t('Alerts')} note={t('By mail to you; they are on the overview and come by webhook too.')}>
      <Loaded query={mails} skeleton={<Skeleton className="h-48 w-full max-w-form" />}>
        {({ canMail, ...data }) =>
          canMail ? <AlertsForm mails={data} /> : t('This deployment has no mail server.')
        }
      </Loaded>
    </Card>
  )
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
      await callApi({ method: 'PUT', path: PATH, body, answer: shownAlertMailsSchema })
      return values
    },
    onDone: (values) => {
      form.reset(values)
    },
    refetch: mailsQuery().queryKey,
  })
  const status = isSuccess && !form.formState.isDirty ? t('Saved') : ''
  return (
    <Form {...frame} action={t('Update alerts')} status={status} className="max-w-form gap-4">
      <TextField
        label={t('Email')}
        hint={t('Leave it empty for no mails.')}
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
  'relayer-low': t('The relayer’s funds are low, or last for less than three days'),
  'webhook-failing': t('A webhook endpoint has failed for ten minutes, or was disabled automatically'),
  'key-exposed': t('A web browser sent an API key'),
  'key-refused': t('An API key was refused 50 times within an hour'),
  'failure-spike': t('Three times as many transactions fail as usual, five within an hour at least'),
  'policy-refused': t('A policy refused a request'),
  'recovery-proposed': t('The backup address of a wallet proposed another passkey'),
  'executed-unapproved': t('A transaction was executed without the approval of its end-user'),
  'admin-added': t('A member became an owner or admin'),
})
