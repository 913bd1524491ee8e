import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import * as z from 'zod/mini'
import { type AuditProof } from '#protocol/audit.ts'
import { AUDIT_ENDPOINTS } from '#protocol/console/audit-endpoints.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { Button } from '#web/console/components/button.tsx'
import { Card, Disclosure, Skeleton } from '#web/console/components/card.tsx'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { faultSentences } from './audit-words.ts'

/** Shows whether the log is unchanged. Each entry has the hash of the previous one, so any later change is found. */
export function ProofCard(): ReactElement {
  // The proof is not refetched automatically, because the server reads the whole log for it.
  const staleTime = 60_000
  const proof = useQuery(consoleApi.query(['audit', 'proof'], AUDIT_ENDPOINTS.proveAudit, { staleTime }))
  return (
    <Card
      title={t('Tamper-evident log')}
      actions={
        <Button icon="refresh" pending={proof.isFetching} onClick={() => void proof.refetch()}>
          {t('Check again')}
        </Button>
      }
    >
      <Loaded query={proof} skeleton={<Skeleton className="h-16 w-full" />}>
        {(found) => (
          <div className="flex flex-col gap-4">
            {found.broken === null ? (
              <div>
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <StateBadge tone="success" label={verifiedText(found)} />
                  <span className="text-sm text-muted">
                    <Rich
                      text="Checked {when}"
                      parts={{ when: <TimeAgo datetime={found.checkedAtDatetime} /> }}
                    />
                  </span>
                </p>
                <p className="mt-3 text-sm text-muted">
                  {t('Store this hash outside Latchkey. It proves later that no entry was changed.')}
                </p>
                <HeadHash proof={found} />
              </div>
            ) : (
              <Broken proof={found} />
            )}
            <NotedHashForm />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** Number of verified entries. Entries count from 1 without a gap, so the last number is the count. */
function verifiedText({ verifiedSequence }: AuditProof): string {
  return t('{count, plural, one {Verified (# entry)} other {Verified (# entries)}}', {
    count: Number(verifiedSequence),
  })
}

function Broken({ proof }: { proof: AuditProof }) {
  const { broken } = proof
  if (broken === null) return null
  return (
    <div className="flex flex-col gap-3">
      <Notice
        tone="danger"
        title={t('The hash chain is broken at #{number}', { number: broken.sequence })}
        announce
      >
        <p>{faultSentences()[broken.fault]}</p>
        <p className="mt-1">
          {t(
            'Someone with access to the database did this. Export the log, keep the export, and compare it with a backup.',
          )}
        </p>
      </Notice>
      <p className="text-sm text-muted">
        {t('Entries up to #{number} are intact.', { number: proof.verifiedSequence })}
      </p>
      <HeadHash proof={proof} />
    </div>
  )
}

function HeadHash({ proof }: { proof: AuditProof }) {
  return (
    <p className="mt-1">
      <code data-head-hash className="font-mono text-xs break-all">
        {proof.verifiedHash}
      </code>
      <CopyButton text={proof.verifiedHash} what={t('head hash')} />
    </p>
  )
}

const formSchema = () =>
  z.object({
    sequence: z.string().check(z.regex(/^\s*#?[1-9][0-9]{0,17}\s*$/, t('Must be the number of an entry'))),
    hash: z.string().check(z.regex(/^\s*[0-9a-fA-F]{64}\s*$/, t('Must be 64 hexadecimal digits'))),
  })
/** Compares an entry with a hash stored elsewhere. Only this check cannot be faked by an operator of the database. */
function NotedHashForm() {
  const [noted, setNoted] = useState<AuditProof['noted']>(null)
  const { field, frame } = useSchemaForm(formSchema(), {
    defaultValues: { sequence: '', hash: '' },
    send: (typed) => {
      const sequence = typed.sequence.replaceAll(/[#\s]/g, '')
      const query = { sequence, hash: typed.hash.trim().toLowerCase() }
      return consoleApi.call(AUDIT_ENDPOINTS.proveAudit, { query })
    },
    onDone: (proof) => setNoted(proof.noted),
  })
  return (
    <Disclosure summary={t('Compare with a saved hash')}>
      <Form
        {...frame}
        action={t('Compare')}
        button={{ tone: 'secondary', size: 'sm' }}
        className="mt-3 gap-3"
      >
        <TextField label={t('Number of the entry')} inputMode="numeric" {...field('sequence')} />
        <TextField label={t('Hash')} mono {...field('hash')} />
        {noted !== null && !frame.pending && <Verdict noted={noted} />}
      </Form>
    </Disclosure>
  )
}

function Verdict({ noted }: { noted: NonNullable<AuditProof['noted']> }) {
  const sentence = {
    same: t('Identical. Nothing up to this entry was changed since you saved the hash.'),
    missing: t('There is no entry with this number. If there was one, the log was truncated.'),
    different: t('The hash is different now. The log was rewritten, or this hash belongs to another entry.'),
  }[noted]
  return (
    <Notice tone={noted === 'same' ? 'success' : 'danger'} announce>
      {sentence}
    </Notice>
  )
}
