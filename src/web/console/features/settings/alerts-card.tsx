import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ALERT_KINDS, shownAlertMailsSchema, type AlertKind, type AlertMails } from '#protocol/alerts.ts'
import { emailSchema } from '#protocol/fields.ts'
import { Card, Loaded, Skeleton } from '#web/console/components/card.tsx'
import { ChoiceList, Form, TextField } from '#web/console/components/field.tsx'
import { callApi } from '#web/console/lib/api.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'

const PATH = '/api/account/alerts'
const mailsQuery = () => pathQuery(['alert-mails'], PATH, shownAlertMailsSchema)

/** What of the organization's alerts comes to the signed-in person by mail. */
export function AlertsCard() {
  const mails = useQuery(mailsQuery())
  return (
    <Card title={t('Alerts')} note={t('Mails to you alone; other administrators choose their own.')}>
      <Loaded query={mails} skeleton={<Skeleton className="h-48 w-full max-w-form" />}>
        {({ canMail, ...data }) =>
          canMail ? (
            <AlertsForm mails={data} />
          ) : (
            t('This deployment has no mail server. Alerts are on the overview and come by webhook.')
          )
        }
      </Loaded>
    </Card>
  )
}

const formSchema = z.object({
  email: z.union([z.literal(''), emailSchema]),
  kinds: z.array(z.enum(ALERT_KINDS)),
})

function AlertsForm({ mails }: { mails: AlertMails }) {
  const { form, field, frame, isSuccess } = useSchemaForm(formSchema, {
    defaultValues: valuesOf(mails),
    send: ({ email, kinds }) =>
      callApi({
        method: 'PUT',
        path: PATH,
        body: {
          email: email === '' ? null : email,
          muted: ALERT_KINDS.filter((kind) => !kinds.includes(kind)),
        } satisfies AlertMails,
        answer: shownAlertMailsSchema,
      }),
    onDone: (saved) => {
      form.reset(valuesOf(saved))
    },
    refetch: mailsQuery().queryKey,
  })
  const isSaved = isSuccess && !form.formState.isDirty
  return (
    <Form {...frame} action={t('Save')} status={isSaved ? t('Saved') : ''} className="max-w-form gap-4">
      <TextField
        label={t('Email')}
        hint={t('Leave it empty for no mails.')}
        type="email"
        autoComplete="email"
        {...field('email')}
      />
      <ChoiceList
        legend={t('By mail to you')}
        kind="checkbox"
        choices={ALERT_KINDS.map((kind) => ({ value: kind, ...kindTexts()[kind] }))}
        control={form.register('kinds')}
      />
    </Form>
  )
}

function valuesOf({ email, muted }: AlertMails) {
  return { email: email ?? '', kinds: ALERT_KINDS.filter((kind) => !muted.includes(kind)) }
}

const kindTexts = (): Record<AlertKind, { label: string; note: string }> => ({
  'relayer-low': {
    label: t('Relayer low'),
    note: t('Its funds are low, or last for less than three days.'),
  },
  'webhook-failing': {
    label: t('Webhook failing'),
    note: t('An endpoint has only failed for ten minutes, or was disabled automatically.'),
  },
  'key-exposed': { label: t('API key exposed'), note: t('A web browser sent one of your API keys.') },
  'key-refused': {
    label: t('API key refused often'),
    note: t('50 requests within an hour had an expired key, a missing scope, another IP or no quota left.'),
  },
  'failure-spike': {
    label: t('Spike of failures'),
    note: t('At least five transactions failed within an hour, three times as many as usual.'),
  },
  'policy-refused': { label: t('Policy refusals'), note: t('A policy refused a request.') },
  'recovery-proposed': {
    label: t('Recovery proposed'),
    note: t('The backup address of a wallet proposed another passkey.'),
  },
  'admin-added': { label: t('New administrator'), note: t('Somebody became an owner or admin.') },
})
