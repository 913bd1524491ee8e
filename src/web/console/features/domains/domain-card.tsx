import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { harmlessText } from '#protocol/display/text.ts'
import { type Domain, type ProofCheck, type VerifyDomainResult, DOMAIN_ENDPOINTS } from '#protocol/domains.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { Button, DialogButton } from '#web/console/components/button.tsx'
import { Card, Facts } from '#web/console/components/card.tsx'
import { CodeBlock, HexText, TimeAgo } from '#web/console/components/values.tsx'
import { ConfirmDialog } from '#web/console/components/dialog.tsx'
import { Notice, ProblemPanel } from '#web/console/components/notice.tsx'
import { t } from '#web/ui/text.ts'
import { domainsQuery } from './domain-requests.ts'
import { TextField, Form } from '#web/console/components/field.tsx'
import { callEndpoint } from '#web/console/lib/api.ts'
import { firstProblem, useChange, frameOf } from '#web/console/lib/use-change.ts'

/** One domain: its hash, and until it is verified the two ways to verify it. */
export function DomainCard({ domain }: { domain: Domain }) {
  const { verifiedAtDatetime } = domain
  return (
    <Card
      title={domain.domain}
      actions={
        <span className="flex items-center gap-3">
          {verifiedAtDatetime === null ? (
            <StateBadge tone="warning" label={t('Pending verification')} />
          ) : (
            <StateBadge tone="success" label={t('Verified')} />
          )}
          <DialogButton
            route="DELETE /api/org/domains/:domainId"
            silent
            dialog={(close) => <RemoveDomainDialog domain={domain} onClose={close} />}
          >
            {t('Remove')}
          </DialogButton>
        </span>
      }
    >
      <div className="flex flex-col gap-5">
        <Facts
          facts={{
            rpIdHash: (
              <HexText value={domain.rpIdHash} what={t('rpIdHash of {domain}', { domain: domain.domain })} />
            ),
            [t('Verified')]: verifiedAtDatetime !== null && <TimeAgo datetime={verifiedAtDatetime} />,
          }}
        />
        {domain.proof !== undefined && <ProofSteps domain={domain} proof={domain.proof} />}
      </div>
    </Card>
  )
}

function ProofSteps({ domain, proof }: { domain: Domain; proof: NonNullable<Domain['proof']> }) {
  const queryClient = useQueryClient()
  const check = useMutation({
    mutationFn: () =>
      callEndpoint('/api/org', DOMAIN_ENDPOINTS.verifyDomain, { params: { domainId: domain.id } }),
    onSuccess: async (result) => {
      if (result.verifiedAtDatetime !== null)
        await queryClient.invalidateQueries({ queryKey: domainsQuery().queryKey })
    },
  })
  return (
    <ol className="flex list-decimal flex-col gap-5 pl-5 marker:text-muted">
      <li>
        <p className="mb-2 text-sm font-medium">{t('Publish either of the two.')}</p>
        <div className="flex flex-col gap-3">
          <CodeBlock title={t('DNS: name of a TXT record')} what={t('name')} code={proof.dns.name} />
          <CodeBlock title={t('DNS: its value')} what={t('value')} code={proof.dns.value} />
          <p className="text-sm text-muted">{t('or')}</p>
          <CodeBlock title={t('Web: address of a text file')} what={t('address')} code={proof.file.url} />
          <CodeBlock title={t('Web: its content')} what={t('content')} code={proof.file.content} />
        </div>
      </li>
      <li>
        <p className="mb-2 text-sm font-medium">{t('Verify')}</p>
        <Button
          route="POST /api/org/domains/:domainId/verify"
          tone="primary"
          icon="refresh"
          pending={check.isPending}
          onClick={() => check.mutate()}
        >
          {t('Check now')}
        </Button>
        <div aria-live="polite" className="mt-3 flex flex-col gap-3">
          <ProblemPanel error={check.error} />
          {check.data !== undefined && <Seen result={check.data} />}
        </div>
      </li>
    </ol>
  )
}

function Seen({ result: { checks, verifiedAtDatetime } }: { result: VerifyDomainResult }) {
  if (checks === undefined || verifiedAtDatetime !== null) return null
  return (
    <Notice tone="warning" title={t('The proof was not found yet')}>
      <p>{t('DNS changes can take an hour to propagate.')}</p>
      <ul className="mt-2 flex flex-col gap-1">
        <li>{t('DNS: {seen}', { seen: seenWords(checks.dns) })}</li>
        <li>{t('Web: {seen}', { seen: seenWords(checks.file) })}</li>
      </ul>
    </Notice>
  )
}

function seenWords({ found, seen, problem }: ProofCheck): string {
  if (found) return t('found')
  if (problem !== undefined) return problem
  if (seen.length === 0) return t('not found')
  return t('found: {values}', {
    values: seen.map((value) => harmlessText(value, 120).text).join(', '),
  })
}

function RemoveDomainDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t('Remove this domain?')}
      action={t('Remove domain')}
      name={domain.domain}
      run={() => callEndpoint('/api/org', DOMAIN_ENDPOINTS.removeDomain, { params: { domainId: domain.id } })}
      list={domainsQuery().queryKey}
      onClose={onClose}
    >
      <p>
        {t(
          'No wallet can be created on it any more, and another organization can verify it. A domain that has wallets cannot be removed: their passkeys only work there.',
        )}
      </p>
    </ConfirmDialog>
  )
}

const EXAMPLE_DOMAIN = 'shop.example'

/** Adding takes a name only; verification follows. */
export function AddDomainForm() {
  const [domain, setDomain] = useState('')
  const add = useChange(async () => {
    await callEndpoint('/api/org', DOMAIN_ENDPOINTS.addDomain, { body: { domain: domain.trim() } })
    setDomain('')
  }, domainsQuery().queryKey)
  return (
    <Card title={t('Add a domain')}>
      <Form {...frameOf(add)} action={t('Add domain')}>
        <TextField
          label={t('Domain')}
          hint={t(
            'The host name of your product without scheme, port and path. Pages of its subdomains can use it too.',
          )}
          placeholder={EXAMPLE_DOMAIN}
          value={domain}
          onChange={(event) => setDomain(event.target.value)}
          error={firstProblem(add.error)}
          mono
          spellCheck={false}
          autoCapitalize="none"
        />
      </Form>
    </Card>
  )
}
