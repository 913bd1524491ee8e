import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { TokenStandard } from '#protocol/token-functions.ts'
import { type AllowTokenRequest, type InspectedToken, allowTokenRequestSchema } from '#protocol/org/tokens.ts'
import { Button } from '#web/console/components/button.tsx'
import { CheckField, TextField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'
import { allowToken } from './token-requests.ts'
import { harmlessName, harmlessSymbol } from './token-names.ts'

const HTTPS = 'https://'
const { name, symbol, logoUrl } = allowTokenRequestSchema.shape
const formSchema = z.object({
  name: name.def.innerType,
  symbol: symbol.def.innerType,
  logoUrl: logoUrl.def.innerType,
})
type FormValues = z.infer<typeof formSchema>

type AllowTokenFormProps = {
  token: InspectedToken & { standard: TokenStandard }
  /** It has warnings: one more step. */
  isDoubtful: boolean
}

/** Adds a looked-up token to the list, with its contract's texts or others. */
export function AllowTokenForm({ token, isDoubtful }: AllowTokenFormProps) {
  const queryClient = useQueryClient()
  const own = { name: harmlessName(token), symbol: harmlessSymbol(token), logoUrl: '' }
  const form = useForm<FormValues>({ resolver: zodResolver(formSchema), defaultValues: own })
  const [isUnderstood, setIsUnderstood] = useState(false)
  const { submit, problem, isPending } = useSubmit(form, {
    send: (values) => allowToken(token.address, requestOf(token.standard, values, own)),
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: ['tokens'] })
      void queryClient.invalidateQueries({ queryKey: ['balances'] })
    },
    fields: { name: 'name', symbol: 'symbol', logoUrl: 'logoUrl' },
  })
  const { errors } = form.formState
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-3">
        <TextField label={t('Symbol')} error={errors.symbol?.message} {...form.register('symbol')} />
        <TextField label={t('Name')} error={errors.name?.message} {...form.register('name')} />
      </div>
      <TextField
        label={t('Logo')}
        optional
        placeholder={HTTPS}
        hint={t('Logo URL')}
        spellCheck={false}
        error={errors.logoUrl?.message}
        {...form.register('logoUrl')}
      />
      {isDoubtful && (
        <CheckField checked={isUnderstood} onChange={setIsUnderstood}>
          {t('I have checked the address against a source I trust, and allow it despite the warnings.')}
        </CheckField>
      )}
      <ProblemPanel error={problem} />
      <div>
        <Button type="submit" tone="primary" pending={isPending} disabled={isDoubtful && !isUnderstood}>
          {t('Allow this token')}
        </Button>
      </div>
    </form>
  )
}

/** Only differences from the contract's own texts: a default token without any is simply restored. */
function requestOf(standard: TokenStandard, typed: FormValues, own: FormValues): AllowTokenRequest {
  return {
    standard,
    ...(typed.name.trim() !== own.name && { name: typed.name }),
    ...(typed.symbol.trim() !== own.symbol && { symbol: typed.symbol }),
    ...(typed.logoUrl.trim() !== '' && { logoUrl: typed.logoUrl.trim() }),
  }
}
