import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { AuditProof } from '#protocol/org/audit.ts'
import { Button } from '#web/console/components/button.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'
import { proveAudit } from './audit-requests.ts'

const formSchema = () =>
  z.object({
    sequence: z.string().check(z.regex(/^\s*#?[1-9][0-9]{0,17}\s*$/, t('Must be the number of an entry'))),
    hash: z.string().check(z.regex(/^\s*[0-9a-fA-F]{64}\s*$/, t('Must be 64 hexadecimal digits'))),
  })
type FormValues = z.infer<ReturnType<typeof formSchema>>

/** Compares an entry with a hash noted elsewhere: the one check that an operator of the database cannot fake. */
export function NotedHashForm() {
  const [noted, setNoted] = useState<AuditProof['noted']>(null)
  const form = useForm<FormValues>({
    resolver: zodResolver(formSchema()),
    defaultValues: { sequence: '', hash: '' },
  })
  const { errors } = form.formState
  const { submit, problem, isPending } = useSubmit(form, {
    send: ({ sequence, hash }) =>
      proveAudit({ sequence: sequence.replaceAll(/[#\s]/g, ''), hash: hash.trim().toLowerCase() }),
    onDone: (proof) => setNoted(proof.noted),
    fields: { sequence: 'sequence', hash: 'hash' },
  })
  return (
    <details className="group">
      <summary className="inline-flex cursor-pointer items-center gap-1 rounded-sm text-sm text-muted hover:text-ink">
        <Icon name="next" className="size-3.5 transition-transform group-open:rotate-90" />
        {t('Compare with a saved hash')}
      </summary>
      <form noValidate className="mt-3 flex flex-col gap-3" onSubmit={submit}>
        <TextField
          label={t('Number of the entry')}
          inputMode="numeric"
          error={errors.sequence?.message}
          {...form.register('sequence')}
        />
        <TextField
          label={t('Hash')}
          mono
          spellCheck={false}
          error={errors.hash?.message}
          {...form.register('hash')}
        />
        <ProblemPanel error={problem} />
        {noted !== null && !isPending && <Verdict noted={noted} />}
        <div>
          <Button type="submit" pending={isPending}>
            {t('Compare')}
          </Button>
        </div>
      </form>
    </details>
  )
}

function Verdict({ noted }: { noted: NonNullable<AuditProof['noted']> }) {
  if (noted === 'same')
    return (
      <Notice tone="success" announce>
        {t('Identical. Nothing up to this entry was changed since you saved the hash.')}
      </Notice>
    )
  return (
    <Notice tone="danger" announce>
      {noted === 'missing'
        ? t('There is no entry with this number. If there was one, the log was truncated.')
        : t('The hash is different now. The log was rewritten, or this hash belongs to another entry.')}
    </Notice>
  )
}
