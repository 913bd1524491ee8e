import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { ResolvedToken } from '#shared/baas/tokens.ts'
import { harmlessText } from '#shared/display/text.ts'
import { Button } from '#console/components/button.tsx'
import { Fact } from '#console/components/facts.tsx'
import { TextField } from '#console/components/field.tsx'
import { HexText } from '#console/components/hex-text.tsx'
import { Notice } from '#console/components/notice.tsx'
import { ProblemPanel } from '#console/components/problem-panel.tsx'
import { Skeleton } from '#console/components/skeleton.tsx'
import { ApiError } from '#console/lib/api-error.ts'
import { addressInputSchema, checksum } from '#console/lib/address-input.ts'
import { resolveTokenQuery } from './resolve-token.query.ts'

const SYMBOL_LENGTH_MAX = 32
const NAME_LENGTH_MAX = 100

const formSchema = z.object({ address: addressInputSchema })

type ResolveTokenFormProps = {
  /** What is looked up, as the address bar has it. */
  address: string
  isAllowed: boolean
  onLookUp: (address: string) => void
}

export function ResolveTokenForm({ address, isAllowed, onLookUp }: ResolveTokenFormProps) {
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { address } })
  const isValid = formSchema.safeParse({ address }).success
  const token = useQuery({ ...resolveTokenQuery(address), enabled: isValid })
  const { error } = token
  const { setError } = form
  const problem = form.formState.errors.address?.message
  useEffect(() => {
    // What the chain says about an address belongs to the field; anything else stands below.
    if (error instanceof ApiError && error.status === 400) setError('address', { message: error.message })
  }, [error, setError])
  return (
    <div className="flex flex-col gap-4">
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={form.handleSubmit((values) => {
          if (values.address === address) void token.refetch()
          else onLookUp(values.address)
        })}
      >
        <TextField
          label="Contract address"
          mono
          placeholder="0x"
          spellCheck={false}
          error={problem}
          {...form.register('address')}
        />
        <div>
          <Button type="submit" icon="search" pending={token.isFetching}>
            Look up
          </Button>
        </div>
      </form>
      {isValid && token.isPending && token.isFetching && <Skeleton className="h-16 w-full" />}
      {/* What was found before says nothing about what is typed now. */}
      {isValid && problem === undefined && token.data !== undefined && (
        <ResolvedTokenFacts token={token.data} isAllowed={isAllowed} />
      )}
      {!(error instanceof ApiError && error.status === 400) && (
        <ProblemPanel error={error} onRetry={token.refetch} pending={token.isFetching} />
      )}
    </div>
  )
}

function ResolvedTokenFacts({ token, isAllowed }: { token: ResolvedToken; isAllowed: boolean }) {
  const symbol = harmlessText(token.symbol, SYMBOL_LENGTH_MAX)
  const name = harmlessText(token.name, NAME_LENGTH_MAX)
  const isSuspicious = [symbol, name].some(({ changed, mixedScript }) => changed || mixedScript)
  return (
    <div role="status" className="flex flex-col gap-3 border-t border-line pt-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact name="Symbol">
          <span className="font-medium">{symbol.text}</span>
        </Fact>
        <Fact name="Decimals">
          <span className="tabular-nums">{token.decimals}</span>
        </Fact>
        <Fact name="Name" className="col-span-2">
          {name.text}
        </Fact>
        <Fact name="Contract" className="col-span-2">
          <HexText value={checksum(token.address)} what="contract address" />
        </Fact>
      </dl>
      {isSuspicious && (
        <Notice tone="warning">
          The contract’s own texts hold invisible or mixed characters, as look-alikes do. They are shown
          without them.
        </Notice>
      )}
      <Notice tone={isAllowed ? 'success' : 'info'}>
        {isAllowed
          ? 'On the allowed list.'
          : 'Not on the allowed list. Name and symbol are only what the contract says of itself: compare the address.'}
      </Notice>
    </div>
  )
}
