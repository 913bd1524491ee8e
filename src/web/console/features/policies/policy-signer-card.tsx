import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { POLICY_ENDPOINTS } from '#protocol/policies.ts'
import { OBJECTED_REMOVAL_DELAY_SECONDS, REMOVAL_DELAY_SECONDS } from '#protocol/wallet-delays.ts'
import { DialogButton } from '#web/console/components/button.tsx'
import { Card, Skeleton } from '#web/console/components/card.tsx'
import { AskDialog } from '#web/console/components/dialog.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { orgApi, useChange } from '#web/console/lib/api.ts'
import { configQuery } from '#web/console/lib/calls.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'

/**
 * The organization's policy signer and its consequences for a wallet that names it, including the loss of
 * this service. Renders nothing for older services.
 */
export function PolicySignerCard(): ReactElement | null {
  const { data: config, isPending } = useQuery(secondary('protection', configQuery()))
  const policySigner = config?.policySigner
  if (isPending) return <Skeleton className="h-40 w-full rounded-lg" />
  if (policySigner === undefined) return null
  return (
    <Card
      title={t('Policy signer')}
      note={t('Makes the chain enforce the policies, for each wallet that names it as its co-signer.')}
      actions={
        policySigner === null && (
          <DialogButton
            access={POLICY_ENDPOINTS.createPolicySigner}
            dialog={(close) => <MakePolicySignerDialog onClose={close} />}
          >
            {t('Create the policy signer')}
          </DialogButton>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {policySigner !== null && (
          <Facts
            facts={{
              [t('Address')]: <HexText value={policySigner} what={t('address of the policy signer')} />,
            }}
          />
        )}
        <PolicySignerMeaning />
      </div>
    </Card>
  )
}

function MakePolicySignerDialog({ onClose }: { onClose: () => void }) {
  const make = () => orgApi.call(POLICY_ENDPOINTS.createPolicySigner, {})
  const { mutate, error, isPending } = useChange(make, configQuery().queryKey)
  return (
    <AskDialog
      title={t('Create the policy signer?')}
      purpose={t(
        'It is created once and cannot be removed. A wallet changes only when it names this address as its co-signer.',
      )}
      action={t('Create the policy signer')}
      run={{ mutate: () => mutate(undefined, { onSuccess: onClose }), error, isPending }}
      onClose={onClose}
    >
      <PolicySignerMeaning />
    </AskDialog>
  )
}

/** Consequences of naming the policy signer as a wallet's co-signer. */
function PolicySignerMeaning() {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4 text-sm text-muted">
      <li>
        {t(
          'It signs only what the policies allow and their approvers have approved. A signed call is worthless outside this service.',
        )}
      </li>
      <li>
        {t(
          'If this service is gone or the key is lost, the wallet can send nothing until the policy signer is removed.',
        )}
      </li>
      <li>
        <Rich
          text="The wallet’s passkey alone starts the removal, on {page}. It takes effect after {days} days and does not need this service. Keep a copy of that page on the passkey’s domain."
          parts={{
            days: REMOVAL_DELAY_SECONDS / 86_400,
            page: (
              <a
                href="/docs/rescue.html"
                target="_blank"
                className="font-medium text-accent-text hover:underline"
              >
                {t('the rescue page')}
              </a>
            ),
          }}
        />
      </li>
      <li>
        {t(
          'Whoever has the wallet’s passkey can free the wallet from the policies that way. Administrators get an alert when a removal starts, and can have the policy signer object once: the removal then takes {days} days.',
          { days: OBJECTED_REMOVAL_DELAY_SECONDS / 86_400 },
        )}
      </li>
    </ul>
  )
}
