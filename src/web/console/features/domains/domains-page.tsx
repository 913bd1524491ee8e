import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { harmlessText } from '#protocol/display/text.ts'
import {
  addDomainRequestSchema,
  type Domain,
  type ProofCheck,
  type VerifyDomainResult,
  DOMAIN_ENDPOINTS,
} from '#protocol/domains.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { IfMay, Button } from '#web/console/components/button.tsx'
import { Card, Disclosure, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { CodeBlock } from '#web/console/components/code-block.tsx'
import { ConfirmButton } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice, ProblemPanel } from '#web/console/components/notice.tsx'
import { Page } from '#web/console/components/page.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { Together } from '#web/console/components/together.tsx'
import { orgApi, useChange } from '#web/console/lib/api.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { domainsQuery } from '#web/console/lib/domains.query.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'
import { RelatedOrigins } from './related-origins.tsx'

export function DomainsPage(): ReactElement {
  const domains = useQuery(domainsQuery())
  return (
    <Page
      title={t('Domains')}
      purpose={t(
        'Passkeys are bound to a domain for good. Add every domain whose passkeys the widget creates.',
      )}
    >
      <Together className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Loaded
          query={domains}
          skeleton={
            <Card flush>
              <SkeletonRows rows={3} label={t('Loading the domains')} />
            </Card>
          }
          empty={
            <Card flush>
              <EmptyState icon="lock" title={t('No domains')}>
                {t('Without a verified domain no wallet can be created. Add the domain of your product.')}
              </EmptyState>
            </Card>
          }
        >
          {(list) => (
            <div className="flex min-w-0 flex-col gap-6">
              {list.map((domain) => (
                <DomainCard key={domain.id} domain={domain} />
              ))}
            </div>
          )}
        </Loaded>
        {!isLacking(domains.error) && (
          <IfMay access={DOMAIN_ENDPOINTS.addDomain}>
            <AddDomainForm />
          </IfMay>
        )}
      </Together>
    </Page>
  )
}

/** A domain, its hash and, until it is verified, the two ways to verify it. */
function DomainCard({ domain }: { domain: Domain }) {
  const { verifiedAtDatetime } = domain
  const params = { domainId: domain.id }
  return (
    <Card
      title={domain.domain}
      actions={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {verifiedAtDatetime === null ? (
            <StateBadge tone="warning" label={t('Pending verification')} />
          ) : (
            <>
              <span className="text-sm text-muted">
                <TimeAgo datetime={verifiedAtDatetime} />
              </span>
              <StateBadge tone="success" label={t('Verified')} />
            </>
          )}
          <ConfirmButton
            label={t('Remove')}
            button={{ access: DOMAIN_ENDPOINTS.removeDomain, silent: true }}
            title={t('Remove this domain?')}
            action={t('Remove domain')}
            name={domain.domain}
            run={() => orgApi.call(DOMAIN_ENDPOINTS.removeDomain, { params })}
            list={domainsQuery().queryKey}
          >
            {t(
              'No wallet can be created on it any more, and another organization can verify it. A domain that has wallets cannot be removed: their passkeys only work there.',
            )}
          </ConfirmButton>
        </span>
      }
    >
      <div className="flex flex-col gap-5">
        {/* The hash is for debugging. The address of every wallet of this domain depends on it. */}
        <Disclosure summary="rpIdHash">
          <div className="mt-2">
            <HexText value={domain.rpIdHash} what={t('rpIdHash of {domain}', { domain: domain.domain })} />
          </div>
        </Disclosure>
        <RelatedOrigins domain={domain} />
        {domain.proof !== undefined && <ProofSteps domain={domain} proof={domain.proof} />}
      </div>
    </Card>
  )
}

function ProofSteps({ domain, proof }: { domain: Domain; proof: NonNullable<Domain['proof']> }) {
  const params = { domainId: domain.id }
  const check = useChange(
    () => orgApi.call(DOMAIN_ENDPOINTS.verifyDomain, { params }),
    domainsQuery().queryKey,
  )
  return (
    <ol className="flex list-decimal flex-col gap-5 pl-5 marker:text-muted">
      <li>
        <p className="mb-2 text-sm font-medium">{t('Publish one of these two records.')}</p>
        <div className="flex flex-col gap-3">
          <CodeBlock title={t('DNS TXT record: name')} what={t('name')} code={proof.dns.name} />
          <CodeBlock title={t('DNS TXT record: value')} what={t('value')} code={proof.dns.value} />
          <p className="text-sm text-muted">{t('or')}</p>
          <CodeBlock title={t('HTTP file: URL')} what={t('address')} code={proof.file.url} />
          <CodeBlock title={t('HTTP file: content')} what={t('content')} code={proof.file.content} />
        </div>
      </li>
      <li>
        <p className="mb-2 text-sm font-medium">{t('Verify')}</p>
        <Button
          access={DOMAIN_ENDPOINTS.verifyDomain}
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
    <Notice tone="warning" title={t('Record not found yet')}>
      <p>{t('DNS changes can take an hour to propagate.')}</p>
      <ul className="mt-2 flex flex-col gap-1">
        <li>{t('DNS: {seen}', { seen: seenWords(checks.dns) })}</li>
        <li>{t('HTTP file: {seen}', { seen: seenWords(checks.file) })}</li>
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

const EXAMPLE_DOMAIN = 'shop.example'

/** Adds a domain by its name. Verification follows. */
function AddDomainForm() {
  const { form, field, frame } = useSchemaForm(addDomainRequestSchema, {
    defaultValues: { domain: '' },
    send: ({ domain }) => orgApi.call(DOMAIN_ENDPOINTS.addDomain, { body: { domain: domain.trim() } }),
    refetch: domainsQuery().queryKey,
    onDone: () => {
      form.reset()
    },
  })
  return (
    <Card title={t('Add a domain')}>
      <Form {...frame} action={t('Add domain')}>
        <TextField
          label={t('Domain')}
          hint={t(
            'The host name of your product without scheme, port and path. Pages of its subdomains can use it too.',
          )}
          placeholder={EXAMPLE_DOMAIN}
          mono
          autoCapitalize="none"
          {...field('domain')}
        />
      </Form>
    </Card>
  )
}
