import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { AttemptDetail, Delivery, DeliveryDetail } from '#protocol/events.ts'
import { type Webhook, WEBHOOK_ENDPOINTS } from '#protocol/webhooks.ts'
import { TextLink } from '#web/console/components/button.tsx'
import { Disclosure, Skeleton } from '#web/console/components/card.tsx'
import { CodeBlock } from '#web/console/components/code-block.tsx'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { durationText, formatAbsolute, formatShort } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { problemText } from './webhook-words.ts'

type DeliveryDetailsProps = {
  webhook: Pick<Webhook, 'id' | 'url'>
  delivery: Delivery
  /** True on the transaction's own page, where no link to it is needed. */
  isOnTransaction?: boolean
}

/** An opened delivery: its event, its transaction, and each attempt with request and response. */
export function DeliveryDetails({
  webhook,
  delivery,
  isOnTransaction = false,
}: DeliveryDetailsProps): ReactElement {
  const params = { webhookId: webhook.id, deliveryId: delivery.id }
  // The query key contains the newest attempt, so that each new attempt in the list refetches the details.
  const newest = delivery.attempts[0]?.attemptedAtDatetime
  const queryKey = ['webhooks', webhook.id, 'delivery', delivery.id, newest]
  const detail = useQuery({
    ...orgApi.query(queryKey, WEBHOOK_ENDPOINTS.getDelivery, { params }),
    placeholderData: keepPreviousData,
  })
  const transactionUuid = detail.data?.transactionUuid
  return (
    <div className="mt-3 min-w-0 pl-6">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <span>
          {t('Event')} <code className="font-mono text-xs break-all text-ink">{delivery.eventId}</code>
          <CopyButton text={delivery.eventId} what={t('event ID')} />
        </span>
        {!isOnTransaction && transactionUuid !== undefined && (
          <TextLink to={paths.transaction.href(transactionUuid)}>{t('Open the transaction')}</TextLink>
        )}
      </p>
      {delivery.attempts.length > 0 && (
        <ol className="mt-2 border-l border-line" aria-label={t('Attempts, newest first')}>
          {delivery.attempts.map((attempt) => (
            <li key={attempt.attemptedAtDatetime} className="relative py-1.5 pl-4 text-sm">
              <span
                aria-hidden="true"
                className={`absolute top-3 -left-1 size-2 rounded-full ${attempt.delivered ? 'bg-success-solid' : 'bg-danger-solid'}`}
              />
              <Disclosure
                summary={
                  <span>
                    <span className="font-medium text-ink">{problemText(attempt)}</span>{' '}
                    {t('after {duration}', { duration: durationText(attempt.durationMs) })} ·{' '}
                    <time
                      dateTime={attempt.attemptedAtDatetime}
                      title={formatAbsolute(attempt.attemptedAtDatetime)}
                    >
                      {formatShort(attempt.attemptedAtDatetime)}
                    </time>
                  </span>
                }
              >
                <Loaded query={detail} skeleton={<Skeleton className="mt-2 h-40 w-full" />}>
                  {(found) => (
                    <Exchange url={webhook.url} delivery={found} at={attempt.attemptedAtDatetime} />
                  )}
                </Loaded>
              </Disclosure>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

type ExchangeProps = { url: string; delivery: DeliveryDetail; at: string }

/** Request and response of one attempt. */
function Exchange({ url, delivery: { attempts, requestBody }, at }: ExchangeProps) {
  const attempt = attempts.find(({ attemptedAtDatetime }) => attemptedAtDatetime === at)
  if (attempt === undefined) return null
  const { requestHeaders: sent, responseHeaders: answered } = attempt
  return (
    <div className="mt-2 flex flex-col gap-3">
      {sent === null ? (
        <p className="text-muted">{t('No request was sent.')}</p>
      ) : (
        <>
          <CodeBlock title={t('Request')} what={t('request')} code={messageText(sent, requestBody)} />
          <CodeBlock title={CURL} what={t('command')} code={curlCommand(url, sent, requestBody)} />
        </>
      )}
      {answered === null ? (
        <p className="text-muted">{t('No response was received.')}</p>
      ) : (
        <>
          <CodeBlock
            title={t('Response {status}', { status: String(attempt.responseStatus) })}
            what={t('response')}
            code={messageText(answered, attempt.responseBody ?? '')}
          />
          <BodyNote attempt={attempt} />
        </>
      )}
    </div>
  )
}

const CURL = 'curl'
const BODY_STORED_MAX = 4_096

/** Names the part of the response body that is not shown, and why. */
function BodyNote({ attempt: { responseBody, responseBytes } }: { attempt: AttemptDetail }) {
  const bytes = responseBytes ?? 0
  if (responseBody === null)
    return (
      <p className="text-muted">
        {t('The body is not text: {bytes, plural, one {# byte} other {# bytes}}.', { bytes })}
      </p>
    )
  if (bytes <= BODY_STORED_MAX) return null
  return <p className="text-muted">{t('The first 4 kB of the body are stored.')}</p>
}

/** Headers, an empty line and the body, as sent over the wire. */
export function messageText(headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [...lines, ...(body === '' ? [] : ['', body])].join('\n')
}

/** A shell command that sends the same bytes to the endpoint again. */
export function curlCommand(url: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return [`curl -i -X POST ${quoted(url)}`, ...lines, `--data-raw ${quoted(body)}`].join(' \\\n  ')
}

/** Quotes any text as one word of a shell command. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
