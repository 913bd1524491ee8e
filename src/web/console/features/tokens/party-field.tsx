import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { AllowedToken } from '#protocol/baas/tokens.ts'
import { TextField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { t } from '#web/ui/text.ts'
import { partyName } from './send-kinds.ts'
import type { SendValues } from './send-values.ts'
import { harmlessSymbol } from './token-names.ts'
import { imitatedText, usePartyNotes } from './use-party-notes.ts'

type PartyFieldProps = {
  form: UseFormReturn<SendValues>
  walletAddress: string
  tokens: readonly AllowedToken[]
}

/** The other account, with what is known of it. */
export function PartyField({ form, walletAddress, tokens }: PartyFieldProps) {
  const [kind, typed] = useWatch({ control: form.control, name: ['kind', 'party'] })
  const named = tokens.map((token) => ({
    address: token.address,
    name: t('the token {symbol}', { symbol: harmlessSymbol(token) }),
  }))
  const { hint, imitated } = usePartyNotes({ kind, walletAddress, typed, tokens: named })
  const error = form.formState.errors.party?.message
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={partyName(kind)}
        mono
        placeholder="0x"
        spellCheck={false}
        error={error}
        hint={error === undefined ? hint : undefined}
        {...form.register('party')}
      />
      {imitated !== undefined && (
        <Notice tone="danger" title={t('This address looks like another one')} announce>
          {imitatedText(imitated)}
        </Notice>
      )}
    </div>
  )
}
