import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { CONSOLE_WIDGET_ENDPOINTS } from '#protocol/console/integration-endpoints.ts'
import { widgetSessionRequestSchema } from '#protocol/console/widget-session.ts'
import type { FeeSettings } from '#protocol/deployment-config.ts'
import { textSchema } from '#protocol/fields.ts'
import { EXTERNAL_USER_LABEL_LENGTH_MAX } from '#protocol/limits.ts'
import type { AllowedToken } from '#protocol/tokens.ts'
import { Button, ButtonLink } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { ChainUnknownNotice } from '#web/console/components/chain-unknown-notice.tsx'
import { ChoiceList, TextField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { Page } from '#web/console/components/page.tsx'
import { configQuery, allowedTokensQuery, feeText } from '#web/console/lib/calls.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { domainsQuery, isHostUnregistered } from '#web/console/lib/domains.query.ts'
import { focusFirstError } from '#web/console/lib/focus-first-error.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { bindFields } from '#web/console/lib/use-schema-form.ts'
import { ConsoleWidget } from '#web/console/lib/widget-gate.tsx'
import { t } from '#web/ui/text.ts'

export function NewWalletPage(): ReactElement {
  const domains = useQuery(secondary('domains', domainsQuery()))
  return (
    <Page
      title={t('New wallet')}
      purpose={t(
        'A contract on the chain that only your passkey controls. There is no recovery phrase to write down.',
      )}
      back={{ to: paths.wallets.href(), label: t('Wallets') }}
      width="prose"
      access={CONSOLE_WIDGET_ENDPOINTS.openConsoleWidgetSession}
    >
      {/* The widget would refuse too, but later. This notice is for the person who can fix it. */}
      {isHostUnregistered(domains.data) ? (
        <Notice
          tone="warning"
          title={t('{host} is not a verified domain of this organization', {
            host: window.location.hostname,
          })}
          actions={<ButtonLink to={paths.domains.href()}>{t('Go to the domains')}</ButtonLink>}
        >
          {t(
            'A passkey made on this page belongs to this domain, and no wallet could be created with it. Add and verify the domain first, or create the wallet in your own product.',
          )}
        </Notice>
      ) : (
        <NewWallet />
      )}
    </Page>
  )
}

function NewWallet() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const config = useQuery(secondary('fees', configQuery()))
  const tokens = useQuery(secondary('tokens', allowedTokensQuery()))
  const [chosen, setChosen] = useState<{ owner: Owner } | null>(null)
  const [createdAddress, setCreatedAddress] = useState<string | null>(null)
  const show = (address: string) => {
    setCreatedAddress(address)
    // The widget still shows the outcome, while the lists are already refetched.
    void queryClient.invalidateQueries({ queryKey: ['wallets'] })
  }
  if (isLacking(config.error)) return <ChainUnknownNotice />
  if (chosen === null)
    return (
      <div className="flex flex-col gap-4">
        {config.data !== undefined && tokens.isFetched && (
          <FeeNotice fee={config.data.fee} tokens={tokens.data ?? []} />
        )}
        <Card>
          <OwnerForm onChosen={(owner) => setChosen({ owner })} />
        </Card>
      </div>
    )
  const { externalUserLabel, ...user } = chosen.owner ?? { externalUserLabel: '' }
  return (
    <div className="flex flex-col gap-4">
      <div className="max-w-form">
        {/* The widget creates the wallet, as it does on an integrator's page. */}
        <ConsoleWidget
          session={{
            operations: ['create'],
            ...user,
            ...(externalUserLabel !== '' && { externalUserLabel }),
          }}
          flow="create"
          onlatchkey-created={({ detail }) => show(detail.address)}
          onlatchkey-cancelled={() => void navigate(paths.wallets.href())}
        />
      </div>
      {createdAddress === null ? (
        <Button className="self-start" tone="quiet" icon="previous" onClick={() => setChosen(null)}>
          {t('Change the owner')}
        </Button>
      ) : (
        <ButtonLink
          className="self-start"
          tone="primary"
          size="md"
          to={paths.wallet.href(createdAddress)}
          replace
        >
          {t('Open the wallet')}
        </ButtonLink>
      )}
    </div>
  )
}

/**
 * Explains a creation with a fee. The address follows from the passkey, so the required balance is checked
 * only after the widget created the passkey. The widget then shows the missing amount and waits.
 */
function FeeNotice({ fee, tokens }: { fee: FeeSettings; tokens: readonly AllowedToken[] }) {
  if (fee === null) return null
  const amount = feeText({ fee: fee.amountPerTransaction, feeCoinAddress: fee.tokenAddress }, tokens)
  return (
    <Notice tone="info" title={t('Have {amount} ready', { amount })}>
      <ol className="mt-1 flex list-decimal flex-col gap-1 pl-4">
        <li>{t('The widget creates the passkey. The wallet’s address follows from it.')}</li>
        <li>
          {t(
            'It checks the balance at that address. Your organization charges {amount} for each transaction, so that much must be there first.',
            { amount },
          )}
        </li>
        <li>
          {t(
            'If not, the widget displays the missing amount, the address and its QR code, checks every few seconds, and continues once it has arrived.',
          )}
        </li>
      </ol>
      <p className="mt-2">{t('Creating the wallet itself costs nothing.')}</p>
    </Notice>
  )
}

const formSchema = z.discriminatedUnion('owner', [
  z.object({ owner: z.literal('organization'), externalUserId: z.string(), externalUserLabel: z.string() }),
  z.object({
    owner: z.literal('end-user'),
    externalUserId: widgetSessionRequestSchema.shape.externalUserId,
    externalUserLabel: textSchema(EXTERNAL_USER_LABEL_LENGTH_MAX),
  }),
])
type FormValues = { owner: 'organization' | 'end-user'; externalUserId: string; externalUserLabel: string }

/** Owner of a new wallet. Null means the organization itself. */
export type Owner = { externalUserId: string; externalUserLabel: string } | null

const choices = () => [
  {
    value: 'organization',
    label: t('The organization'),
    note: t(
      'Your own wallet: signed with its passkey, with no further approval unless a policy asks for one.',
    ),
  },
  {
    value: 'end-user',
    label: t('An end-user'),
    note: t(
      'Linked to a user of your product, who approves transactions in the approval app once they have enrolled.',
    ),
  },
]

function OwnerForm({ onChosen }: { onChosen: (owner: Owner) => void }) {
  const form = useForm<FormValues>({
    resolver: zodResolver(formSchema),
    defaultValues: { owner: 'organization', externalUserId: '', externalUserLabel: '' },
    shouldFocusError: false,
  })
  const owner = useWatch({ control: form.control, name: 'owner' })
  const field = bindFields(form)
  return (
    <Form
      onSubmit={form.handleSubmit(
        ({ externalUserId, externalUserLabel }) =>
          onChosen(owner === 'organization' ? null : { externalUserId, externalUserLabel }),
        focusFirstError,
      )}
      problem={null}
      pending={false}
      action={t('Continue')}
    >
      <ChoiceList legend={t('Who owns this wallet?')} kind="radio" choices={choices()} {...field('owner')} />
      {owner === 'end-user' && (
        <>
          <TextField
            label={t('User ID')}
            hint={t('The ID in your own system. It cannot be changed later.')}
            spellCheck={false}
            {...field('externalUserId')}
          />
          <TextField
            label={t('User name')}
            optional
            hint={t('Displayed in this console only.')}
            {...field('externalUserLabel')}
          />
        </>
      )}
    </Form>
  )
}
