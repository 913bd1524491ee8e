import type { ReactElement } from 'react'
import * as z from 'zod/mini'
import { DOMAIN_ENDPOINTS, type Domain } from '#protocol/domains.ts'
import {
  formatRelatedOrigins,
  RELATED_LABELS_MAX,
  relatedOriginsUrl,
} from '#protocol/passkey/related-origins.ts'
import { IfMay } from '#web/console/components/button.tsx'
import { Disclosure } from '#web/console/components/card.tsx'
import { CodeBlock } from '#web/console/components/code-block.tsx'
import { TextAreaField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { domainsQuery } from '#web/console/lib/domains.query.ts'
import { originLinesSchema, readOriginLines } from '#web/console/lib/origin-lines.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'

const EXAMPLE_ORIGIN = 'https://shop.de'

const formSchema = z.object({
  relatedOrigins: originLinesSchema(DOMAIN_ENDPOINTS.updateDomain.body.shape.relatedOrigins),
})

/** The origins on other domains that use a domain's passkeys, and the file that browsers require. */
export function RelatedOrigins({ domain }: { domain: Domain }): ReactElement | null {
  const { relatedOrigins } = domain
  if (relatedOrigins === undefined) return null
  return (
    <Disclosure summary={t('Related origins ({count})', { count: relatedOrigins.length })}>
      <div className="mt-3 flex flex-col gap-4">
        <IfMay access={DOMAIN_ENDPOINTS.updateDomain}>
          <RelatedOriginsForm domain={domain} relatedOrigins={relatedOrigins} />
        </IfMay>
        {relatedOrigins.length > 0 && <OriginsFile domain={domain.domain} origins={relatedOrigins} />}
      </div>
    </Disclosure>
  )
}

function RelatedOriginsForm({ domain, relatedOrigins }: { domain: Domain; relatedOrigins: string[] }) {
  const { form, field, frame, isSaved } = useSchemaForm(formSchema, {
    defaultValues: { relatedOrigins: relatedOrigins.join('\n') },
    send: (values) =>
      orgApi.call(DOMAIN_ENDPOINTS.updateDomain, {
        params: { domainId: domain.id },
        body: { relatedOrigins: readOriginLines(values.relatedOrigins) },
      }),
    refetch: domainsQuery().queryKey,
    onDone: ({ relatedOrigins: stored = [] }) => {
      form.reset({ relatedOrigins: stored.join('\n') })
    },
  })
  return (
    <Form {...frame} action={t('Save')} status={isSaved ? t('Saved') : ''}>
      <TextAreaField
        label={t('Related origins')}
        hint={t(
          'One per line. Pages of these origins can use the passkeys and wallets of {domain}, so list only sites of your own. Subdomains need no entry.',
          { domain: domain.domain },
        )}
        placeholder={EXAMPLE_ORIGIN}
        rows={3}
        mono
        {...field('relatedOrigins')}
      />
    </Form>
  )
}

function OriginsFile({ domain, origins }: { domain: string; origins: readonly string[] }) {
  const isServedHere = domain === window.location.hostname
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        {isServedHere
          ? t('This server serves the file. Browsers read it when a page of another domain uses a passkey.')
          : t(
              'Publish this file over https as application/json, without a redirect. Browsers read it when a page of another domain uses a passkey.',
            )}{' '}
        {t(
          'Browsers accept at least {max} names, which are the part before the public ending: shop.de and shop.co.uk are one name.',
          { max: RELATED_LABELS_MAX },
        )}
      </p>
      <CodeBlock title={relatedOriginsUrl(domain)} what={t('file')} code={formatRelatedOrigins(origins)} />
    </div>
  )
}
