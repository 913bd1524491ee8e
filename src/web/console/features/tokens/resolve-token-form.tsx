import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { sameAddress } from '#protocol/display/address.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import {
  TOKEN_ENDPOINTS,
  type AllowedToken,
  allowTokenRequestSchema,
  type InspectedToken,
} from '#protocol/tokens.ts'
import { IfMay } from '#web/console/components/button.tsx'
import { Skeleton } from '#web/console/components/card.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { TextField, CheckField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Notice, ProblemPanel } from '#web/console/components/notice.tsx'
import { addressInputSchema, checksum } from '#web/console/lib/address-input.ts'
import { focusFirstError } from '#web/console/lib/focus-first-error.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { Fact } from '#web/ui/call/fact.tsx'
import { t } from '#web/ui/text.ts'
import {
  allowToken,
  inspectTokenQuery,
  harmlessName,
  harmlessSymbol,
  standardName,
} from './token-requests.ts'
import { TokenWarningList, tokenWarnings } from './token-warnings.tsx'

const formSchema = z.object({ address: addressInputSchema })

type ResolveTokenFormProps = {
  /** The contract address to look up, read from the URL. */
  address: string
  allowed: readonly AllowedToken[]
  /** Whether the list can be changed here. */
  canAllow: boolean
  onLookUp: (address: string) => void
}

/** Looks up the contract at an address, shows warnings, and adds the token to the list. */
export function ResolveTokenForm({
  address,
  allowed,
  canAllow,
  onLookUp,
}: ResolveTokenFormProps): ReactElement {
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { address },
    shouldFocusError: false,
  })
  const isValid = formSchema.safeParse({ address }).success
  const token = useQuery({ ...inspectTokenQuery(address), enabled: isValid })
  const typed = form.formState.errors.address?.message
  const isNothing = token.data?.isContract === false && !form.formState.isDirty
  const problem = typed ?? (isNothing ? t('There is no contract at this address') : undefined)
  return (
    <div className="flex flex-col gap-4">
      <Form
        onSubmit={form.handleSubmit((values) => {
          if (values.address === address) void token.refetch()
          else onLookUp(values.address)
        }, focusFirstError)}
        problem={null}
        pending={token.isFetching}
        action={t('Look up')}
        button={{ icon: 'search', tone: 'secondary', size: 'sm' }}
        className="gap-3"
      >
        <TextField
          label={t('Contract address')}
          mono
          placeholder="0x"
          error={problem}
          {...form.register('address')}
        />
      </Form>
      {isValid && token.isPending && token.isFetching && <Skeleton className="h-16 w-full" />}
      {/* Hidden if the last result does not belong to the current input. */}
      {isValid && problem === undefined && token.data !== undefined && (
        <FoundToken token={token.data} allowed={allowed} canAllow={canAllow} />
      )}
      <ProblemPanel error={token.error} onRetry={token.refetch} pending={token.isFetching} />
    </div>
  )
}

type FoundTokenProps = Pick<ResolveTokenFormProps, 'allowed' | 'canAllow'> & { token: InspectedToken }

function FoundToken({ token, allowed, canAllow }: FoundTokenProps) {
  const warnings = tokenWarnings(token, allowed)
  const isAllowed = allowed.some(({ address }) => sameAddress(address, token.address))
  const { standard, decimals } = token
  const isUsable = standard !== null && !(standard === 'erc20' && decimals === null)
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <div role="status" className="flex flex-col gap-3">
        <Facts
          className="grid grid-cols-2 gap-x-4 gap-y-3"
          facts={{
            [t('Symbol')]: <span className="font-medium">{harmlessSymbol(token) || t('None')}</span>,
            [t('Standard')]: standardText(token),
            [t('Name')]: harmlessName(token) || t('None'),
            [t('Decimals')]: (standard === 'erc20' || decimals !== null) && (
              <span className="tabular-nums">{decimals ?? t('Not reported')}</span>
            ),
          }}
        >
          <Fact name={t('Contract')} className="col-span-2">
            <HexText value={checksum(token.address)} what={t('contract address')} />
          </Fact>
        </Facts>
        <TokenWarningList warnings={warnings} />
        <Notice tone={isAllowed ? 'success' : 'info'}>
          {isAllowed
            ? t('On the allowed list.')
            : t('Not on the allowed list. Name and symbol are the contract’s own claims: check the address.')}
        </Notice>
      </div>
      {!isAllowed && canAllow && isUsable && (
        <IfMay access={TOKEN_ENDPOINTS.allowToken}>
          <AllowTokenForm
            key={token.address}
            token={{ ...token, standard }}
            isDoubtful={warnings.length > 0}
          />
        </IfMay>
      )}
    </div>
  )
}

function standardText({ standard, isEarlyCollection }: InspectedToken): string {
  if (standard !== null) return standardName(standard)
  return isEarlyCollection === true ? t('A collection older than ERC-721') : t('Unknown')
}

const HTTPS = 'https://'
const { name, symbol, logoUrl } = allowTokenRequestSchema.shape
const allowSchema = z.object({
  name: name.def.innerType,
  symbol: symbol.def.innerType,
  logoUrl: logoUrl.def.innerType,
})

type AllowTokenFormProps = {
  token: InspectedToken & { standard: TokenStandard }
  /** Whether the token has warnings, which require an extra step. */
  isDoubtful: boolean
}

/** Adds a looked-up token to the list, with its contract's texts or with other texts. */
function AllowTokenForm({ token, isDoubtful }: AllowTokenFormProps) {
  const queryClient = useQueryClient()
  const own = { name: harmlessName(token), symbol: harmlessSymbol(token), logoUrl: '' }
  const [isUnderstood, setIsUnderstood] = useState(false)
  const { field, frame } = useSchemaForm(allowSchema, {
    defaultValues: own,
    // Sends only texts that differ from the contract's. If the request has none of them, the service restores a
    // removed default token to the deployment's version.
    send: (typed) =>
      allowToken(token.address, {
        standard: token.standard,
        ...(typed.name.trim() !== own.name && { name: typed.name }),
        ...(typed.symbol.trim() !== own.symbol && { symbol: typed.symbol }),
        ...(typed.logoUrl.trim() !== '' && { logoUrl: typed.logoUrl.trim() }),
      }),
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: ['tokens'] })
      void queryClient.invalidateQueries({ queryKey: ['balances'] })
    },
  })
  return (
    <Form
      {...frame}
      action={t('Allow this token')}
      button={{ size: 'sm', disabled: isDoubtful && !isUnderstood }}
      className="gap-3"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-3">
        <TextField label={t('Symbol')} {...field('symbol')} />
        <TextField label={t('Name')} {...field('name')} />
      </div>
      <TextField
        label={t('Logo')}
        optional
        placeholder={HTTPS}
        hint={t('Logo URL')}
        spellCheck={false}
        {...field('logoUrl')}
      />
      {isDoubtful && (
        <CheckField checked={isUnderstood} onChange={setIsUnderstood}>
          {t('I have checked the address against a source I trust, and allow it despite the warnings.')}
        </CheckField>
      )}
    </Form>
  )
}
