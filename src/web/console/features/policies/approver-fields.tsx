import type { ReactElement } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { Member } from '#protocol/members.ts'
import { reaches } from '#protocol/roles.ts'
import { CheckField, SelectField, TextField } from '#web/console/components/field.tsx'
import { displayName } from '#web/console/lib/display.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { bindFields } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'
import { countApprovers, OTHER, type PolicyFormValues } from './policy-form-values.ts'

type ApproverFieldsProps = { form: UseFormReturn<PolicyFormValues>; members: readonly Member[] }

/**
 * The approvers and the number of required approvals: a check box per administrator whose email is known, a field for
 * the email of each other administrator, and fields for people who are not members.
 */
export function ApproverFields({ form, members }: ApproverFieldsProps): ReactElement {
  const approvers = useWatch({ control: form.control, name: 'approvers' })
  const field = bindFields(form)
  const count = countApprovers(approvers)
  const { hostedUpstream } = useSession()
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="contents text-sm font-medium">{t('Approvers')}</legend>
      <p className="text-sm text-muted">{t('Each gets an email to set up an approval passkey.')}</p>
      {buildRows(members, approvers).map(({ key, label, email }) =>
        email === undefined ? (
          <EmailField key={key} {...{ form, label }} name={`approvers.${key}`} />
        ) : (
          <CheckField
            key={key}
            checked={(approvers[key] ?? '') !== ''}
            onChange={(isChosen) =>
              form.setValue(`approvers.${key}`, isChosen ? email : '', { shouldDirty: true })
            }
            error={form.getFieldState(`approvers.${key}`, form.formState).error?.message}
          >
            {label} <span className="text-muted">{email}</span>
          </CheckField>
        ),
      )}
      <p className="text-sm text-muted">
        {hostedUpstream
          ? t(
              'Requesters who are chosen by name cannot approve their own transactions. The hosted service does not know which addresses are theirs: a member who is named by an address could approve their own transactions.',
            )
          : t(
              'Requesters cannot approve their own transactions. They are recognized by name and by the addresses of their invitation, alert mails and sign-in account. An unknown address counts as another person: a member who uses one could approve their own transactions, or approve twice.',
            )}
      </p>
      <SelectField
        label={t('Approvals required')}
        options={Array.from({ length: Math.max(count, 1) }, (_, index) => ({
          value: String(index + 1),
          label: t('{required} of {all}', { required: String(index + 1), all: String(Math.max(count, 1)) }),
        }))}
        {...field('required')}
      />
    </fieldset>
  )
}

type EmailFieldProps = { form: UseFormReturn<PolicyFormValues>; name: `approvers.${string}`; label: string }

function EmailField({ form, name, label }: EmailFieldProps) {
  // A new field has no value before it is typed into, and the form's values are strings.
  form.register(name, { value: '' })
  return <TextField type="email" label={label} optional {...bindFields(form)(name)} />
}

type Row = { key: string; label: string; email?: string | undefined }

function buildRows(members: readonly Member[], approvers: Record<string, string>): Row[] {
  const administrators = members.filter(({ role }) => reaches(role, 'admin'))
  const known = Object.keys(approvers)
  const gone = known.filter((key) => !key.startsWith(OTHER) && administrators.every(({ id }) => id !== key))
  const others = known.filter((key) => key.startsWith(OTHER))
  return [
    ...administrators.map(({ id, name, email }) => ({
      key: id,
      label: displayName(name),
      // Keeps a different email address that the policy already has.
      email: email !== undefined && [undefined, '', email].includes(approvers[id]) ? email : undefined,
    })),
    ...gone.map((key) => ({ key, label: t('No administrator of the organization') })),
    ...others.map((key) => ({ key, label: t('Another person’s email') })),
    ...(others.every((key) => approvers[key] !== '')
      ? [{ key: `${OTHER}${others.length}-new`, label: t('Another person’s email') }]
      : []),
  ]
}
